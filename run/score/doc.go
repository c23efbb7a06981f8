// Package score says how the runs of each pack ended, from their records, which it never writes.
//
// Every run is tried, and is exactly one of
//
//	succeeded, failed, abandoned   as it was finalized
//	abandoned                      too, if it was never finalized and nobody has touched it for 7 days
//	stalled                        if it was not finalized and has been touched since
//
// An abandoned run in which a gate stands as failed was stopped by that gate: it did its work, which is no failure of the
// runbook, so such runs are shown apart and are in no rate. The success rate is succeeded / (succeeded + failed +
// abandoned - stopped by a gate): of the runs that have come to an end, the share that reached their goal. A stalled run may still do so, so it counts for nothing; where no run has ended there is no
// rate. A rate out of few runs says little, so it comes with the interval in which the true rate is (Wilson, 95 %).
//
// Feedback is tallied by run: of several ratings of one run the latest counts. A rating that this rtut does not know
// is not tallied.
package score
