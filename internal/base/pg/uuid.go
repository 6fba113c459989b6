package pg

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// teachUUID has ids go over the wire as they are. Without it pgx finds its way
// from uuid.UUID over text, for every single one of an array.
func teachUUID(types *pgtype.Map) {
	one := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: uuidCodec{}}
	types.RegisterType(one)
	types.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: one}})
}

// uuidCodec is pgx's, with a short way for uuid.UUID.
type uuidCodec struct{ pgtype.UUIDCodec }

// PlanEncode plans how to send a value.
func (c uuidCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ours := value.(uuid.UUID); ours && format == pgtype.BinaryFormatCode {
		return plainUUID{}
	}
	return c.UUIDCodec.PlanEncode(m, oid, format, value)
}

// PlanScan plans how to read one.
func (c uuidCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, ours := target.(*uuid.UUID); ours && format == pgtype.BinaryFormatCode {
		return plainUUID{}
	}
	return c.UUIDCodec.PlanScan(m, oid, format, target)
}

type plainUUID struct{}

// Encode writes an id's 16 bytes.
func (plainUUID) Encode(value any, buf []byte) ([]byte, error) {
	id := value.(uuid.UUID)
	return append(buf, id[:]...), nil
}

// Scan reads them. A null is nobody's id, as in uuid's own scanning.
func (plainUUID) Scan(src []byte, target any) error {
	id := target.(*uuid.UUID)
	if src == nil {
		*id = uuid.Nil
		return nil
	}
	if len(src) != len(id) {
		return fmt.Errorf("an id of %d bytes", len(src))
	}
	copy(id[:], src)
	return nil
}
