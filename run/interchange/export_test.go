package interchange

// ShapeFaults are the findings about a document that its public schema could have, too.
func ShapeFaults(data []byte, report bool) []string {
	c := &check{}
	for _, d := range c.read(data) {
		if report {
			c.reportShape(d.value)
		} else {
			c.eventShape(d.value)
		}
	}
	var faults []string
	for _, f := range c.findings {
		faults = append(faults, f.String())
	}
	return faults
}
