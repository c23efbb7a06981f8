package record

// Loop is what a run keeps of a loop of its pack: from it the pack is written out again, whatever its lists say later.
type Loop struct {
	Param    string   `json:"param,omitempty"` // the list param that the elements are from; "" where they stand in the pack
	Elements []string `json:"elements"`
	Keys     []string `json:"keys"` // what the ids of the items of each element end in
}
