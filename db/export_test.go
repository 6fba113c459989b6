package db

// SchemaPool is how migrations connect.
var SchemaPool = schemaPool

// FitsSlices tells whether so many shards of Citus hold whole slices.
var FitsSlices = fitsSlices
