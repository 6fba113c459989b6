package oauth

// The grant types.
const (
	GrantAuthorizationCode = "authorization_code"
	GrantRefreshToken      = "refresh_token"
	GrantDeviceCode        = "urn:ietf:params:oauth:grant-type:device_code"
	GrantTokenExchange     = "urn:ietf:params:oauth:grant-type:token-exchange"
)

// GrantTypes lists the grant types as the discovery document does.
var GrantTypes = []string{GrantAuthorizationCode, GrantRefreshToken, GrantDeviceCode, GrantTokenExchange}
