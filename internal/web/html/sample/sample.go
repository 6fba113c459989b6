// Package sample holds one of every page in every state that looks different:
// what the golden tests render, and what the preview shows.
package sample

import (
	"net/http"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

// Now is the moment at which the samples are seen.
var Now = time.Date(2026, time.November, 15, 9, 30, 0, 0, time.UTC)

// QR is where the samples' picture of a pairing code lives.
const QR = pagepath.PairingCode

// Page is one sample.
type Page struct {
	Name   string
	Status int
	Frame  html.Frame
	View   html.View
}

const csrf = "csrf-sample"

var (
	olivia = html.Person{ID: "usr_0001jcq8m2t4f8rb5p8x2v0s6k9e", Name: "Olivia Baker", Email: "olivia@bakery.test"}
	bakery = html.Business{ID: "biz_g301jcq8m6d1e3vsh4b7n9wq2r5t", Name: "Old Mill Bakery", Role: "owner"}
	petals = html.Business{ID: "biz_0h01jcq8m6d1e3vsh4b7n9wq2r61", Name: "Petal and Stem", Role: "accountant"}
	trial  = html.Business{ID: "biz_7z01jcq8m6d1e3vsh4b7n9wq2r84", Name: "Acme Sandbox", Role: "admin", Sandbox: true}
	mouth  = html.Business{ID: "biz_2k01jcq8m6d1e3vsh4b7n9wq2r9c", Name: "Donaudampfschifffahrtsgesellschaft Regensburg–Passau & Söhne GmbH & Co. KG", Role: "bookkeeper", Sandbox: true}
)

// Pages are all samples.
func Pages() []Page {
	return slices.Concat(signingIn(), inside(), asking(), refused(), devices(), approvals(), connections(), business(), records(), marketplace(), reference())
}

func signingIn() []Page {
	asked := by(bakerySync)
	asked.FormToken = "" // nobody decides on this page
	return []Page{
		{"sign_in", http.StatusOK, stranger(), html.SignIn{ReturnTo: "/account", Passkeys: true}},
		{"sign_in_again", http.StatusOK, insider(bakery), html.SignIn{Email: "olivia@bakery.test", ReturnTo: "/account/passkeys/add", Passkeys: true, Again: true}},
		{"sign_in_to_connect", http.StatusOK, stranger(), html.SignIn{ReturnTo: asked.Back(), Asking: asked, Passkeys: true}},
		{"sign_in_to_device", http.StatusOK, stranger(), html.SignIn{ReturnTo: "/device?user_code=WDJB-MJHT", Device: true}},
		{"sign_in_signed_out", http.StatusOK, confirmed(stranger(), html.SignedOut), html.SignIn{}},
		{"sign_in_refused", http.StatusUnprocessableEntity, stranger(), html.SignIn{Email: "olivia@bakery.test", Problems: html.Problems{
			{Field: "email", Message: html.SignInRefused}}}},
		{"sign_in_empty", http.StatusUnprocessableEntity, stranger(), html.SignIn{Problems: html.Problems{
			{Field: "email", Message: html.EmailMissing}, {Field: "password", Message: html.PasswordMissing}}}},
		{"sign_in_too_many", http.StatusTooManyRequests, stranger(), html.SignIn{Email: "olivia@bakery.test", Problems: html.Problems{
			{Message: html.TooManyTries(5 * time.Minute)}}}},
		{"second_factor", http.StatusOK, stranger(), html.SecondFactor{ReturnTo: "/device"}},
		{"second_factor_or_passkey", http.StatusOK, stranger(), html.SecondFactor{ReturnTo: "/device", Passkeys: true}},
		{"passkey_sign_in", http.StatusOK, stranger(), html.PasskeySignIn{Options: passkeyOptions, ReturnTo: "/account"}},
		{"passkey_sign_in_to_connect", http.StatusOK, stranger(), html.PasskeySignIn{Options: passkeyOptions, ReturnTo: asked.Back(), Asking: asked}},
		{"passkey_sign_in_to_device", http.StatusOK, stranger(), html.PasskeySignIn{Options: passkeyOptions, ReturnTo: "/device?user_code=WDJB-MJHT", Device: true}},
		{"passkey_sign_in_wrong", http.StatusUnprocessableEntity, stranger(), html.PasskeySignIn{Options: passkeyOptions, Problems: html.Problems{
			{Message: html.PasskeyMissing}}}},
		{"passkey_sign_in_second", http.StatusOK, stranger(), html.PasskeySignIn{Options: passkeyOptions, Of: html.SecondPasskey, ReturnTo: "/device"}},
		{"second_factor_recovery", http.StatusOK, stranger(), html.SecondFactor{Recovery: true}},
		{"second_factor_wrong", http.StatusUnprocessableEntity, stranger(), html.SecondFactor{Problems: html.Problems{
			{Field: "code", Message: html.CodeWrong}}}},
		{"forgot_password", http.StatusOK, stranger(), html.ForgotPassword{}},
		{"reset_sent", http.StatusOK, stranger(), html.ResetSent{Email: "olivia@bakery.test", Valid: time.Hour}},
		{"choose_password", http.StatusOK, stranger(), html.ChoosePassword{Token: "reset-sample", Email: "olivia@bakery.test", MinLength: 12}},
		{"choose_password_wrong", http.StatusUnprocessableEntity, stranger(), html.ChoosePassword{Token: "reset-sample", Email: "olivia@bakery.test", MinLength: 12, Problems: html.Problems{
			{Field: "new_password", Message: html.PasswordTooShort(12)}, {Field: "repeat_password", Message: html.PasswordsDiffer}}}},
		{"sign_in_or_up", http.StatusOK, stranger(), html.SignIn{SignUp: true}},
		{"sign_up", http.StatusOK, stranger(), html.SignUp{}},
		{"sign_up_sent", http.StatusOK, stranger(), html.SignUpSent{Email: "dana@acme.test", Valid: time.Hour}},
		{"confirm_sign_up", http.StatusOK, stranger(), html.ConfirmSignUp{Token: "sign-up-sample", Email: "dana@acme.test", MinLength: 12}},
		{"confirm_sign_up_wrong", http.StatusUnprocessableEntity, stranger(), html.ConfirmSignUp{Token: "sign-up-sample", Email: "dana@acme.test", MinLength: 12, Problems: html.Problems{
			{Field: "name", Message: html.NameMissing}, {Field: "new_password", Message: html.PasswordWeak}}}},
		{"invitation_needs_sign_in", http.StatusOK, stranger(), invitation(html.NeedsSignIn)},
		{"invitation_needs_account", http.StatusOK, stranger(), invitation(html.NeedsAccount)},
		{"failure_not_found", http.StatusNotFound, failed(stranger()), html.NotFound},
	}
}

func inside() []Page {
	return []Page{
		{"home", http.StatusOK, insider(bakery), html.Home{}},
		{"home_cards", http.StatusOK, withApps(insider(bakery)), html.Home{Cards: cards()}},
		{"home_sandbox", http.StatusOK, confirmed(insider(mouth), html.BusinessSwitched), html.Home{}},
		{"home_no_business", http.StatusOK, insider(html.Business{}), html.Home{}},
		{"businesses", http.StatusOK, insider(bakery), html.Businesses{List: []html.Business{bakery, petals, trial, mouth}, Total: 4}},
		{"businesses_search", http.StatusOK, insider(bakery), html.Businesses{List: []html.Business{petals, trial}, Total: 314, Query: "p"}},
		{"businesses_on_the_way", http.StatusOK, insider(bakery), html.Businesses{List: []html.Business{bakery, petals}, Total: 3, ReturnTo: "/device?user_code=WDJB-MJHT"}},
		{"businesses_no_match", http.StatusOK, insider(bakery), html.Businesses{Query: "Brewery"}},
		{"businesses_none", http.StatusOK, insider(html.Business{}), html.Businesses{}},
		{"account", http.StatusOK, confirmed(insider(bakery), html.SessionEnded), account()},
		{"account_name_wrong", http.StatusUnprocessableEntity, insider(bakery), html.Account{Sessions: account().Sessions[:1], Problems: html.Problems{
			{Field: "name", Message: html.NameMissing}}}},
		{"own_apps", http.StatusOK, insider(bakery), ownApps()},
		{"own_apps_none", http.StatusOK, insider(html.Business{}), html.OwnApps{}},
		{"own_apps_none_here", http.StatusOK, insider(bakery), html.OwnApps{Next: 20}},
		{"stop_app", http.StatusOK, insider(petals), html.StopApp{ID: "ins_1", App: bakerySync, Business: bakery, Others: []string{"Ben Counter", "Ada Ledger"}}},
		{"leave_business", http.StatusOK, insider(bakery), html.LeaveBusiness{At: petals, Apps: 2}},
		{"leave_business_only_owner", http.StatusUnprocessableEntity, insider(petals), html.LeaveBusiness{At: bakery, OnlyOwner: true, Problems: html.Problems{
			{Message: html.Say("leave_business.only_owner")}}}},
		{"confirm", http.StatusOK, insider(bakery), html.PasskeySignIn{Options: passkeyOptions, Of: html.ConfirmingPasskey, ReturnTo: "/account/passkeys/add"}},
		{"change_email", http.StatusOK, insider(bakery), html.ChangeEmail{}},
		{"change_email_wrong", http.StatusUnprocessableEntity, insider(bakery), html.ChangeEmail{Email: "olivia", Problems: html.Problems{
			{Field: "email", Message: html.EmailMalformed}}}},
		{"email_change_sent", http.StatusOK, insider(bakery), html.EmailChangeSent{Email: "olivia@mill.test", Valid: time.Hour}},
		{"confirm_email", http.StatusOK, insider(bakery), html.ConfirmEmail{Token: "email-sample", Email: "olivia@mill.test"}},
		{"account_factor_off", http.StatusOK, insider(trial), html.Account{Sessions: account().Sessions[:1]}},
		{"change_password", http.StatusOK, insider(bakery), html.ChangePassword{MinLength: 12}},
		{"change_password_wrong", http.StatusUnprocessableEntity, insider(bakery), html.ChangePassword{MinLength: 12, Problems: html.Problems{
			{Field: "current_password", Message: html.CurrentPasswordWrong}}}},
		{"set_up_factor", http.StatusOK, insider(bakery), html.SetUpFactor{QR: QR, Key: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
			URI: "otpauth://totp/Service:olivia@bakery.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Service"}},
		{"add_passkey", http.StatusOK, insider(bakery), html.AddPasskey{Options: passkeyOptions, OwnName: "Firefox on Linux"}},
		{"add_passkey_wrong", http.StatusUnprocessableEntity, insider(bakery), html.AddPasskey{Options: passkeyOptions, Problems: html.Problems{
			{Field: "name", Message: html.PasskeyNameMissing}}}},
		{"rename_passkey", http.StatusOK, insider(bakery), html.RenamePasskey{Passkey: account().Passkeys[0], OwnName: account().Passkeys[0].Name}},
		{"rename_passkey_wrong", http.StatusUnprocessableEntity, insider(bakery), html.RenamePasskey{Passkey: account().Passkeys[1], Problems: html.Problems{
			{Field: "name", Message: html.PasskeyNameMissing}}}},
		{"remove_passkey", http.StatusOK, insider(bakery), html.RemovePasskey{Passkey: account().Passkeys[0], Others: 1}},
		{"remove_passkey_last", http.StatusOK, insider(bakery), html.RemovePasskey{Passkey: account().Passkeys[0]}},
		{"turn_off_factor", http.StatusOK, insider(bakery), html.TurnOffFactor{}},
		{"recovery_codes", http.StatusOK, confirmed(insider(bakery), html.SecondFactorOn), html.RecoveryCodes{Codes: codes}},
		{"new_recovery_codes", http.StatusOK, insider(bakery), html.NewRecoveryCodes{}},
		{"invitation", http.StatusOK, insider(petals), invitation(html.Invited)},
		{"invitation_organization", http.StatusOK, insider(bakery), organization()},
		{"invitation_somebody_else", http.StatusOK, insider(bakery), invitation(html.SomebodyElse)},
		{"failure_forbidden", http.StatusForbidden, failed(insider(bakery)), html.Forbidden.In("You do not have the apps.uninstall permission")},
		{"failure_form_expired", http.StatusForbidden, failed(insider(bakery)), html.FormExpired},
		{"failure_link_expired", http.StatusGone, failed(insider(bakery)), html.LinkExpired},
		{"failure_too_many", http.StatusTooManyRequests, failed(insider(bakery)), html.TooMany(time.Minute)},
		{"failure_internal", http.StatusInternalServerError, failed(insider(bakery)), html.Internal},
		{"failure_no_console", http.StatusNotFound, failed(insider(bakery)), html.NoConsole},
		{"failure_no_docs", http.StatusNotFound, failed(insider(bakery)), html.NoDocs},
		{"failure_unavailable", http.StatusServiceUnavailable, failed(insider(bakery)), html.Unavailable},
	}
}

func stranger() html.Frame { return html.Frame{Now: Now, CSRF: csrf} }

func insider(in html.Business) html.Frame {
	return html.Frame{Now: Now, CSRF: csrf, Person: olivia, Business: in, May: permission.Default(permission.Role(in.Role))}
}

// withApps is a business whose apps have pages in the navigation.
func withApps(f html.Frame) html.Frame {
	f.Apps = []html.AppPage{
		{Label: "Stock board", App: "Bakery Sync", Path: boardPath},
		{Label: "Routes of this week and the one after", App: "Donaudampfschifffahrtsgesellschaft", Path: "/apps/pages/ext_2"},
	}
	return f
}

const boardPath = "/apps/pages/ext_1"

func cards() []html.AppPanel {
	card := html.AppPanel{AppID: "app_0001jcq8m2t4f8rb5p8x2v0s6k9e", App: "Bakery Sync", Label: "Sold today", Src: "https://app.bakerysync.test/cards/today", Larger: "/apps/pages/ext_3"}
	asks := card
	asks.App, asks.Label, asks.Asks = "Till Reader", "Receipts", true
	return []html.AppPanel{card, asks}
}

func confirmed(f html.Frame, kind html.NoticeKind) html.Frame {
	f.Notice.Kind = kind
	return f
}

func failed(f html.Frame) html.Frame {
	f.RequestID = "req_01jcqx5e7v7k3ab5d8g0m2n4p6"
	return f
}

func invitation(state html.InvitationState) html.Invitation {
	return html.Invitation{
		Token: "invitation-sample", Joins: html.JoinsBusiness, Name: bakery.Name, Role: "accountant", Inviter: "Ben Counter",
		Email: "ada@ledger.test", ExpiresAt: Now.Add(6 * 24 * time.Hour), State: state,
		SignInURL: "/sign-in?return_to=%2Finvitation", MinLength: 12,
	}
}

func organization() html.Invitation {
	i := invitation(html.Invited)
	i.Joins, i.Name, i.Role, i.Sandbox = html.JoinsOrganization, "Acme Apps", "developer", false
	return i
}

var codes = []string{"7f3k-9m2p-x4qd", "c8tw-5hn6-rj1v", "2pxe-b7ks-0m9g", "qd4r-y1zt-6w3h", "n5ja-8e2c-vf7p",
	"g0sx-3k9m-d1tb", "w6hy-r4nq-5z8e", "1cvj-p7f2-9xsk", "m3te-0gwd-b6hr", "z8pn-4y5a-q2cj"}

func ownApps() html.OwnApps {
	books := html.AccessTo(scope.Of(scope.InvoicesRead, scope.InvoicesWrite, scope.PaymentsRead, scope.PaymentsWrite))
	return html.OwnApps{Next: 20, List: []html.OwnApp{
		{ID: "ins_1", App: bakerySync, Business: bakery, Access: books, AllowedAt: Now.Add(-40 * 24 * time.Hour), LastUsedAt: Now.Add(-3 * time.Minute)},
		{ID: "ins_2", App: bakerySync, Business: trial, Access: html.AccessTo(scope.Of(scope.InvoicesRead)), AllowedAt: Now.Add(-2 * time.Hour), NeverUsed: true},
	}}
}

// passkeyOptions is what a browser is asked for, as far as a sample needs it.
const passkeyOptions = `{"challenge":"Y2hhbGxlbmdl","rpId":"app.books.test","userVerification":"required"}`

func account() html.Account {
	return html.Account{
		OwnName:      "Olivia Baker",
		PasskeysOn:   true,
		MostPasskeys: 20,
		Passkeys: []html.Passkey{
			{ID: "7a0c6c4e-4c3f-4f0b-9a55-0d8f3f1f8a01", Name: "Olivia’s phone", AddedAt: Now.Add(-93 * 24 * time.Hour), LastUsedAt: Now.Add(-2 * time.Hour)},
			{ID: "7a0c6c4e-4c3f-4f0b-9a55-0d8f3f1f8a02", Name: "Office laptop", AddedAt: Now.Add(-74 * 24 * time.Hour)},
		},
		PasswordChangedAt: Now.Add(-94 * 24 * time.Hour),
		FactorOn:          true,
		FactorSince:       Now.Add(-31 * 24 * time.Hour),
		RecoveryCodesLeft: 8,
		Businesses:        []html.Business{bakery, petals, trial},
		Sessions: []html.Session{
			{ID: "ses_1", Device: "Firefox on Linux", Address: "203.0.113.24", SignedInAt: Now.Add(-3 * time.Hour), LastUsedAt: Now.Add(-20 * time.Second), Current: true},
			{ID: "ses_2", Device: "Safari on iPhone", Address: "2001:db8:85a3:8d3:1319:8a2e:370:7348", SignedInAt: Now.Add(-11 * 24 * time.Hour), LastUsedAt: Now.Add(-42 * time.Minute)},
			{ID: "ses_3", Address: "198.51.100.7", SignedInAt: Now.Add(-2 * 24 * time.Hour), LastUsedAt: Now.Add(-25 * time.Hour)},
		},
		CommandLines: []html.CommandLine{
			{ID: "dtk_1", Machine: "olivias-laptop", Address: "203.0.113.24", SignedInAt: Now.Add(-9 * 24 * time.Hour), LastUsedAt: Now.Add(-4 * time.Minute), ExpiresAt: Now.Add(81 * 24 * time.Hour)},
			{ID: "dtk_2", ReadOnly: true, SignedInAt: Now.Add(-2 * 24 * time.Hour), LastUsedAt: Now.Add(-26 * time.Hour), ExpiresAt: Now.Add(88 * 24 * time.Hour)},
		},
	}
}
