package pack

import "gopkg.in/yaml.v3"

// Words are what stands under one key of a pack's file.
type Words struct {
	Line int // from 1
	Key  string
	Text string // quotes, escapes and line breaks undone
}

// FileWords lists the words of a pack's file, each once; none if it is no YAML.
func FileWords(file []byte) []Words {
	document, _, fault := decode(string(file))
	if fault != nil || document == nil {
		return nil
	}
	var all []Words
	addWords(&all, "", document)
	return all
}

// addWords adds the words of a node that stands under a key. What an alias stands for is added where it is written.
func addWords(all *[]Words, key string, n *yamlNode) {
	switch n.Kind {
	case yaml.ScalarNode:
		*all = append(*all, Words{Line: n.Line, Key: key, Text: n.Value})
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			addWords(all, n.Content[i].Value, n.Content[i+1])
		}
	default:
		for _, item := range n.Content {
			addWords(all, key, item)
		}
	}
}
