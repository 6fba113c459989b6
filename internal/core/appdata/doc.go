// Package appdata owns what apps keep on a business's records: the fields that an
// app's makers declare, one set for all businesses, and the values, one a record
// and field.
//
//	field  INVOICE delivery_window, CHOICE of "morning", "evening"   adf_…
//	value  inv_… delivery_window = "morning", of one business        adv_…
//
// A value is native JSON and satisfies its field when it is written; Field.accept
// is the whole law of that. Whoever writes values holds the fields of the app, by a
// row of the app in the business's shard, so a field does not change under them; and since a type cannot change while there are
// values of it, and rules can, a value may later break a rule that came after it.
// Such a value is kept, and reads back as stale.
//
// A field that is in use anywhere cannot be removed: its values are data of many
// businesses, which see and edit some of them, and no slip in the console may
// take that away. An app empties a field with its own calls first.
//
// An app sees its own values alone, of records whose type its installation may
// read. What it marks as visible, members see on the record, and edit where the
// field says so. All who write values of one app in one business wait for each
// other, so the events app_data.updated come in the order of the values.
//
// Whether a record exists is the books' to say; see Records.
package appdata
