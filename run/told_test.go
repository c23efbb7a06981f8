package run_test

import (
	"rtut/run"
	"rtut/run/interchange/interchangetest"
)

func init() { run.WhenEnded = interchangetest.Sound }
