module github.com/counterpart/counterpart/client

go 1.25.0
