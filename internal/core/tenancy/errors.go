package tenancy

import (
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// What is refused about organizations, businesses and their members. A place
// that somebody does not belong to does not exist for them.
var (
	ErrOrganizationNotFound = fault.Declare(fault.NotFound, "ORGANIZATION_NOT_FOUND",
		"There is no such organization.")
	ErrBusinessNotFound = fault.Declare(fault.NotFound, "BUSINESS_NOT_FOUND",
		"There is no such business.")
	ErrMemberNotFound = fault.Declare(fault.NotFound, "MEMBER_NOT_FOUND",
		"This user is not a member.")
	errAlreadyMember = fault.Declare(fault.Conflict, "ALREADY_MEMBER",
		"This user is a member already.")
	errOnlyOwner = fault.Declare(fault.Conflict, "ONLY_OWNER",
		"This person is the only owner of %s. Make somebody else an owner there, or erase it, first.")
	errLastOwner = fault.Declare(fault.Conflict, "LAST_OWNER",
		"Somebody has to be the owner: make another member an owner first.")
	errOrganizationLimit = fault.Declare(fault.Conflict, "ORGANIZATION_LIMIT",
		"You own %d organizations, and cannot make another.")
	errPlanByOperator = fault.Declare(fault.Forbidden, "PLAN_NOT_SELF_SERVICE",
		"The plan cannot be changed here. Ask those who run this service.")
	// ErrSandboxNotFound answers for another organization's sandbox too, and for one
	// that the operator made.
	ErrSandboxNotFound = fault.Declare(fault.NotFound, "SANDBOX_NOT_FOUND",
		"There is no such sandbox.")
	errSandboxLimit = fault.Declare(fault.Conflict, "SANDBOX_LIMIT",
		"An organization has at most %d sandboxes: delete one first.")
	ErrSandboxBusy = fault.Declare(fault.Conflict, "SANDBOX_BUSY",
		"This sandbox is being filled. Try again in a moment.")
	errClockBack = fault.Declare(fault.Conflict, "SANDBOX_CLOCK_BACK",
		"This sandbox's clock shows %s, and is only moved forward.")
	errNotOfOrganization = fault.Declare(fault.Forbidden, "NOT_OF_THE_ORGANIZATION",
		"A sandbox belongs to a member of its organization.")
)

// What is refused about roles and permissions.
var (
	errPermissionDenied = fault.Declare(fault.Forbidden, "PERMISSION_DENIED",
		"You do not have the %s permission")
	errOrganizationRoleNeeded = fault.Declare(fault.Forbidden, "ORGANIZATION_ROLE_NEEDED",
		"You need the %s role in the organization.")
	errRoleAboveYours = fault.Declare(fault.Forbidden, "ROLE_ABOVE_YOURS",
		"The %s role may do more than you, so you cannot give, take or change it.")
	errPermissionFixed = fault.Declare(fault.Invalid, "PERMISSION_FIXED",
		"Nobody can change whether the %s role holds the %s permission.")
	errUnknownRole = fault.Declare(fault.Invalid, "UNKNOWN_ROLE",
		"There is no role %q.")
	errUnknownPermission = fault.Declare(fault.Invalid, "UNKNOWN_PERMISSION",
		"There is no permission %q.")
)

// What is refused about invitations.
var (
	errInvitationLink = fault.Declare(fault.Invalid, "INVITATION_LINK_INVALID",
		"This invitation has expired, was withdrawn, or was used already. Ask for a new one.")
	// ErrInvitationNotFound answers for another business's invitation too.
	ErrInvitationNotFound = fault.Declare(fault.NotFound, "INVITATION_NOT_FOUND",
		"There is no such open invitation.")
	errInvitationForAnother = fault.Declare(fault.Forbidden, "INVITATION_FOR_ANOTHER_ADDRESS",
		"This invitation was sent to another e-mail address than yours.")
)
