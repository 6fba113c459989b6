package limits

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// Mails limits the mails that members and apps can cause.
type Mails struct {
	windows    *Windows
	recipients *secret.MAC
}

// NewMails counts mails in the given windows.
func NewMails(windows *Windows, keys *secret.Keyring) *Mails {
	return &Mails{windows: windows, recipients: keys.MAC(secret.Recipients)}
}

// AllowInvoice counts a mail of an invoice, and refuses it when there were too
// many of its business or to its recipient.
func (m *Mails) AllowInvoice(ctx context.Context, business fmt.Stringer, recipient string) error {
	return m.allow(ctx, business, recipient, InvoiceMails, InvoiceMailsDaily)
}

// AllowInvitation does the same for an invitation to a business or organization.
func (m *Mails) AllowInvitation(ctx context.Context, place fmt.Stringer, recipient string) error {
	return m.allow(ctx, place, recipient, InvitationMails, InvitationMailsDaily)
}

// allow asks for the recipient's sake only when the place may send at all: what
// one place is refused counts against nobody else.
func (m *Mails) allow(ctx context.Context, place fmt.Stringer, recipient string, rules ...Rule) error {
	to := m.digest(recipient)
	own := []Hit{{Rule: MailsToOneFromPlace, Key: place.String() + " " + to}}
	for _, rule := range rules {
		own = append(own, Hit{Rule: rule, Key: place.String()})
	}
	for _, hits := range [][]Hit{own, {{Rule: MailsToOne, Key: to}}} {
		wait, err := m.windows.Refused(ctx, hits...)
		if err != nil {
			return err
		}
		if wait > 0 {
			return mailing.ErrLimitReached.After(wait)
		}
	}
	return nil
}

// digest is an address as it is counted: nobody without the key can tell whose
// it is.
func (m *Mails) digest(address string) string {
	_, sum := m.recipients.Sum([]byte(strings.ToLower(address)))
	return hex.EncodeToString(sum[:16])
}
