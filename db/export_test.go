package db

// SchemaPool is how migrations connect.
var SchemaPool = schemaPool
