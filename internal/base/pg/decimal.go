package pg

import (
	"encoding/binary"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"
)

// Decimal is what reads a number of the server's as it is sent: so many units of
// ten to the power of -scale.
type Decimal interface {
	ScanUnits(units int64, scale int) error
}

// teachDecimal has decimals come over the wire as they are. Without it pgx makes a
// big integer of each, and a text of that, which is then read.
func teachDecimal(types *pgtype.Map) {
	types.RegisterType(&pgtype.Type{Name: "numeric", OID: pgtype.NumericOID, Codec: decimalCodec{}})
}

// decimalCodec is pgx's, with a short way for a Decimal.
type decimalCodec struct{ pgtype.NumericCodec }

// PlanScan plans how to read a number.
func (c decimalCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, ours := target.(Decimal); ours && format == pgtype.BinaryFormatCode {
		return plainDecimal{m}
	}
	return c.NumericCodec.PlanScan(m, oid, format, target)
}

type plainDecimal struct{ types *pgtype.Map }

// Scan reads a number of no more than 18 digits; a longer one, and what is none, goes
// the long way.
func (p plainDecimal) Scan(src []byte, target any) error {
	if units, scale, ok := unitsOf(src); ok {
		return target.(Decimal).ScanUnits(units, scale)
	}
	return p.long(src, target)
}

// long goes by the text.
func (p plainDecimal) long(src []byte, target any) error {
	reader, ok := target.(interface{ Scan(src any) error })
	if !ok {
		return fmt.Errorf("%T cannot read a long number", target)
	}
	value, err := pgtype.NumericCodec{}.DecodeDatabaseSQLValue(p.types, pgtype.NumericOID, pgtype.BinaryFormatCode, src)
	if err != nil {
		return err
	}
	return reader.Scan(value)
}

const (
	decimalHead  = 8      // how many groups of digits, where the point is, the sign, how many digits follow the point
	groupBase    = 10_000 // a group is four digits
	mostUnits    = 1_000_000_000_000_000_000
	negativeSign = 0x4000
)

// unitsOf reads the form in which the server sends a number: groups of four digits,
// the first of which counts for the given power of 10,000.
func unitsOf(src []byte) (units int64, scale int, ok bool) {
	if len(src) < decimalHead {
		return 0, 0, false
	}
	groups, weight := int(binary.BigEndian.Uint16(src)), int(int16(binary.BigEndian.Uint16(src[2:])))
	sign, scale := binary.BigEndian.Uint16(src[4:]), int(binary.BigEndian.Uint16(src[6:]))
	if sign != 0 && sign != negativeSign || len(src) != decimalHead+2*groups {
		return 0, 0, false
	}
	// Digits from the first group's to the last that is wanted, whether sent or not.
	for at := 0; at <= weight || at < groups || 4*(at-weight-1) < scale; at++ {
		group := int64(0)
		if at < groups {
			group = int64(binary.BigEndian.Uint16(src[decimalHead+2*at:]))
		}
		digits, extra := int64(groupBase), max(4*(at-weight)-scale, 0) // how many of its digits come after the last one
		if extra >= 4 {
			return 0, 0, false
		}
		for range extra {
			group, digits = group/10, digits/10
		}
		if units > mostUnits/digits {
			return 0, 0, false
		}
		units = units*digits + group
	}
	if sign != 0 {
		units = -units
	}
	return units, scale, true
}
