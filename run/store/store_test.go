package store_test

import (
	"path/filepath"
	"testing"

	"rtut/run"
	"rtut/run/store"
	"rtut/run/store/storetest"
)

func TestFileKeepsWhatAStorePromises(t *testing.T) {
	storetest.Test(t, func(t *testing.T) run.Store {
		return store.NewFile(filepath.Join(t.TempDir(), store.RunsDir))
	})
}

func TestMemKeepsWhatAStorePromises(t *testing.T) {
	storetest.Test(t, func(*testing.T) run.Store { return &store.Mem{} })
}
