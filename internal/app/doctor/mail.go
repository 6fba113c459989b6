package doctor

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/mail"
)

// mail speaks with the mail server up to where a mail would be handed over; one is
// sent only to somebody who was named.
func (c *clinic) mail(ctx context.Context) {
	if c.config.MailServer == "" && c.config.MailFolder == "" {
		return // said of the configuration, where it matters
	}
	const do = "Look at --mail-server, --mail-security, --mail-user and COUNTERPART_MAIL_PASSWORD; a certificate of your own authority needs --mail-ca-file."
	sender, err := c.config.Sender(c.opt.Now)
	if err != nil {
		c.wrong("Mail", err.Error(), do)
		return
	}
	greeter, ok := sender.(mail.Greeter)
	if !ok {
		c.warn("Mail", "Mails are written into a folder, and reach nobody.", "Set --mail-server.")
		return
	}
	if err := greeter.Greet(ctx); err != nil {
		c.wrong("Mail", fmt.Sprintf("%s does not take mails from us: %v", c.config.MailServer, err), do)
		return
	}
	if c.opt.MailTo == "" {
		c.ok("Mail", "%s takes our connection; with --mail-to it is sent a mail.", c.config.MailServer)
		return
	}
	err = sender.Send(ctx, mail.Message{
		Key: "doctor " + c.opt.Now().String(), To: c.opt.MailTo,
		Subject: "Mail from " + c.config.Brand() + " arrives",
		Text:    "This mail was asked for with `counterpartd doctor --mail-to`. There is nothing to do.\n",
	})
	if err != nil {
		c.wrong("Mail", fmt.Sprintf("%s refused a mail from %s: %v", c.config.MailServer, c.config.MailFrom, err), "Let the server take mails from --mail-from.")
		return
	}
	c.ok("Mail", "%s took a mail from %s; look whether it arrives, and not among junk.", c.config.MailServer, c.config.MailFrom)
}
