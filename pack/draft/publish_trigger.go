package draft

import (
	"fmt"
	"strings"
	"time"

	"rtut/pack/value"
)

// triggerWords says in words when a draft is meant to be run; "" where a person begins it.
func triggerWords(trigger jsonValue) string {
	schedule := trigger.at("schedule")
	switch trigger.at("kind").text {
	case "schedule":
		return scheduleWords(schedule)
	case "folder":
		files, _ := trigger.at("minimumEligibleFiles").whole()
		return fmt.Sprintf("when there are files to work on, at least %d; looked for every %s", files, milliseconds(trigger.at("checkEveryMs")))
	}
	return ""
}

func scheduleWords(schedule jsonValue) string {
	at := schedule.at("at").text
	switch schedule.at("kind").text {
	case "timer":
		return "once, after " + milliseconds(schedule.at("delayMs"))
	case "once":
		return "once, at " + at
	case "interval":
		words := "every " + milliseconds(schedule.at("everyMs"))
		if from, there := schedule.get("anchorAt"); there {
			words += ", counted from " + from.text
		}
		return words
	case "daily":
		return "daily at " + at
	case "weekly":
		return "weekly on " + weekdays(schedule.at("weekdays").items) + " at " + at
	}
	day, _ := schedule.at("dayOfMonth").whole()
	return fmt.Sprintf("monthly on day %d at %s", day, at)
}

func weekdays(items []jsonValue) string {
	names := make([]string, len(items))
	for i, item := range items {
		day, _ := item.whole()
		names[i] = time.Weekday(day).String()
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

// milliseconds writes a number of them as a duration, or as it is where none is so long.
func milliseconds(v jsonValue) string {
	ms, _ := v.whole()
	d := time.Duration(ms) * time.Millisecond
	if d.Milliseconds() != ms {
		return v.text + " ms"
	}
	return value.ShortDuration(d)
}
