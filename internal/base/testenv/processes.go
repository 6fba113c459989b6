package testenv

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Children are the processes whose parent is pid.
func Children(pid int) (list []int) {
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range all {
		text, _ := os.ReadFile(file) // it may be gone
		_, after, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(after)
		if len(fields) < 2 || fields[1] != strconv.Itoa(pid) {
			continue
		}
		if child, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			list = append(list, child)
		}
	}
	return list
}
