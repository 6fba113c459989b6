-- name: AddOrganization :exec
INSERT INTO tenancy.organizations (id, name, created_at)
VALUES (@id, @name, @created_at);

-- name: Organization :one
-- Organization finds an organization by its id.
SELECT id, name, created_at, version
FROM   tenancy.organizations
WHERE  id = @id;

-- name: LockOrganization :one
-- LockOrganization finds an organization and makes other changes to it and to its members wait, but not those who only point to it.
SELECT id, name, created_at, version
FROM   tenancy.organizations
WHERE  id = @id
FOR NO KEY UPDATE;

-- name: OrganizationNames :many
-- OrganizationNames tells what some of them are called.
SELECT id, name
FROM   tenancy.organizations
WHERE  id = ANY(@ids::uuid[]);

-- name: Organizations :many
-- Organizations lists all of them, newest first.
SELECT id, name, created_at, version
FROM   tenancy.organizations
WHERE  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: RenameOrganization :exec
UPDATE tenancy.organizations
SET    name = @name,
       version = version + 1
WHERE  id = @id;

-- name: OrganizationsOf :many
-- OrganizationsOf lists the organizations that a user is in, and as what.
SELECT o.id, o.name, o.created_at, o.version, m.role
FROM   tenancy.organization_members m
JOIN   tenancy.organizations o ON o.id = m.organization_id
WHERE  m.user_id = @user_id
ORDER  BY lower(o.name), o.id;

-- name: OrganizationRole :one
-- OrganizationRole reports what a user is in an organization.
SELECT role
FROM   tenancy.organization_members
WHERE  organization_id = @organization_id
  AND  user_id = @user_id;

-- name: OrganizationMembers :many
-- OrganizationMembers lists who is in an organization, the oldest member first.
SELECT m.user_id, p.name, p.email, m.role, m.created_at
FROM   tenancy.organization_members m
JOIN   accounts.people p ON p.user_id = m.user_id
WHERE  m.organization_id = @organization_id
ORDER  BY m.created_at, m.user_id;

-- name: AddOrganizationMember :exec
INSERT INTO tenancy.organization_members (organization_id, user_id, role, created_at)
VALUES (@organization_id, @user_id, @role, @created_at);

-- name: SetOrganizationRole :exec
UPDATE tenancy.organization_members
SET    role = @role
WHERE  organization_id = @organization_id
  AND  user_id = @user_id;

-- name: RemoveOrganizationMember :exec
DELETE FROM tenancy.organization_members
WHERE  organization_id = @organization_id
  AND  user_id = @user_id;

-- name: OrganizationHasOtherOwner :one
-- OrganizationHasOtherOwner reports whether an organization would still have an owner without this user. It is asked under the organization's lock.
SELECT EXISTS (
    SELECT 1
    FROM   tenancy.organization_members
    WHERE  organization_id = @organization_id
      AND  role = 'owner'
      AND  user_id <> @user_id
);

-- name: OwnedOrganizations :one
-- OwnedOrganizations counts the organizations that a user owns.
SELECT count(*)
FROM   tenancy.organization_members
WHERE  user_id = @user_id
  AND  role = 'owner';

-- name: AddBusiness :exec
INSERT INTO tenancy.businesses (shard, id, name, plan, currency, timezone, sandbox_of, created_at)
VALUES (@shard, @id, @name, @plan, @currency, @timezone, @sandbox_of, @created_at);

-- name: Business :one
-- Business finds a business by its id.
SELECT shard, id, name, plan, currency, timezone, sandbox_of, version, created_at, erased_at, sweep_at, ahead_micros
FROM   tenancy.businesses
WHERE  shard = @shard
  AND  id = @id
  AND  erased_at IS NULL;

-- name: EachBusiness :batchone
-- EachBusiness finds many businesses in one round trip, each in its own shard.
SELECT shard, id, name, plan, currency, timezone, sandbox_of, version, created_at, erased_at, sweep_at, ahead_micros
FROM   tenancy.businesses
WHERE  shard = @shard
  AND  id = @id
  AND  erased_at IS NULL;

-- name: LockBusiness :one
-- LockBusiness finds a business and makes other changes to it, its members and its permissions wait, but not the records that point to it.
SELECT shard, id, name, plan, currency, timezone, sandbox_of, version, created_at, erased_at, sweep_at, ahead_micros
FROM   tenancy.businesses
WHERE  shard = @shard
  AND  id = @id
  AND  erased_at IS NULL
FOR NO KEY UPDATE;

-- name: ShareBusiness :one
-- ShareBusiness makes changes to a business, its members and its permissions wait, but nobody who shares it too.
SELECT id
FROM   tenancy.businesses
WHERE  shard = @shard
  AND  id = @id
  AND  erased_at IS NULL
FOR SHARE;

-- name: Businesses :many
-- Businesses lists all of them, newest first.
-- console read: the operator looks at the businesses of every shard.
SELECT shard, id, name, plan, currency, timezone, sandbox_of, version, created_at, erased_at, sweep_at, ahead_micros
FROM   tenancy.businesses
WHERE  id < @before
  AND  erased_at IS NULL
ORDER  BY id DESC
LIMIT  @most;

-- name: SandboxesOf :many
-- SandboxesOf lists the sandboxes of an organization, newest first.
-- console read: an organization's sandboxes lie in many shards.
SELECT shard, id, name, plan, currency, timezone, sandbox_of, version, created_at, erased_at, sweep_at, ahead_micros
FROM   tenancy.businesses
WHERE  sandbox_of = @organization_id::uuid
  AND  erased_at IS NULL
ORDER  BY id DESC;

-- name: UpdateBusiness :one
-- UpdateBusiness writes what can change of a business and counts its version up.
UPDATE tenancy.businesses
SET    name = @name,
       plan = @plan,
       timezone = @timezone,
       version = version + 1
WHERE  shard = @shard
  AND  id = @id
RETURNING shard, id, name, plan, currency, timezone, sandbox_of, version, created_at, erased_at, sweep_at, ahead_micros;

-- name: AddMember :exec
INSERT INTO tenancy.memberships (user_id, business_shard, business_id, role, created_at)
VALUES (@user_id, @business_shard, @business_id, @role, @created_at);

-- name: Role :one
-- Role reports what a user is in a business.
SELECT role
FROM   tenancy.memberships
WHERE  user_id = @user_id
  AND  business_shard = @business_shard
  AND  business_id = @business_id;

-- name: Members :many
-- Members lists who is in a business, the oldest member first.
SELECT m.user_id, p.name, p.email, m.role, m.created_at
FROM   tenancy.memberships m
JOIN   accounts.people p ON p.user_id = m.user_id
WHERE  m.business_shard = @business_shard
  AND  m.business_id = @business_id
ORDER  BY m.created_at, m.user_id;

-- name: MembershipsOf :many
-- MembershipsOf lists the businesses that a user is in, and as what.
SELECT business_shard, business_id, role
FROM   tenancy.memberships
WHERE  user_id = @user_id
ORDER  BY created_at, business_id;

-- name: SetRole :exec
UPDATE tenancy.memberships
SET    role = @role
WHERE  user_id = @user_id
  AND  business_shard = @business_shard
  AND  business_id = @business_id;

-- name: RemoveMember :exec
DELETE FROM tenancy.memberships
WHERE  user_id = @user_id
  AND  business_shard = @business_shard
  AND  business_id = @business_id;

-- name: BusinessHasOtherOwner :one
-- BusinessHasOtherOwner reports whether a business would still have an owner without this user. It is asked under the business's lock.
SELECT EXISTS (
    SELECT 1
    FROM   tenancy.memberships
    WHERE  business_shard = @business_shard
      AND  business_id = @business_id
      AND  role = 'owner'
      AND  user_id <> @user_id
);

-- name: Membership :many
-- Membership reports what a user is in a business and how the business departs from that role's defaults: one row a departure, one without when there is none, no row for a stranger.
SELECT m.role, p.permission, p.granted
FROM   tenancy.businesses b
JOIN   tenancy.memberships m ON m.business_shard = b.shard AND m.business_id = b.id
LEFT   JOIN tenancy.role_permissions p ON p.shard = b.shard AND p.business_id = b.id AND p.role = m.role
WHERE  b.shard = @shard
  AND  b.id = @business_id
  AND  m.user_id = @user_id;

-- name: Acting :one
-- Acting tells of a member of a business who may act all that a call needs to know of both.
SELECT m.role, p.name, p.email, p.locale,
       ARRAY(SELECT d.permission FROM tenancy.role_permissions d
             WHERE  d.shard = @shard AND d.business_id = @business_id AND d.role = m.role AND d.granted)::text[] AS added,
       ARRAY(SELECT d.permission FROM tenancy.role_permissions d
             WHERE  d.shard = @shard AND d.business_id = @business_id AND d.role = m.role AND NOT d.granted)::text[] AS removed,
       sqlc.embed(b)
FROM   tenancy.active_businesses b
JOIN   tenancy.acting_members m
       ON  m.business_shard = b.shard
       AND m.business_id = b.business_id
JOIN   accounts.people p
       ON  p.user_id = m.user_id
WHERE  b.shard = @shard
  AND  b.business_id = @business_id
  AND  m.user_id = @user_id;

-- name: PermissionChanges :many
-- PermissionChanges lists how a business departs from the default permissions.
SELECT role, permission, granted
FROM   tenancy.role_permissions
WHERE  shard = @shard
  AND  business_id = @business_id
ORDER  BY role, permission;

-- name: SetPermission :exec
-- SetPermission keeps a departure from the defaults.
INSERT INTO tenancy.role_permissions (shard, business_id, role, permission, granted)
VALUES (@shard, @business_id, @role, @permission, @granted)
ON CONFLICT (shard, business_id, role, permission) DO UPDATE
SET    granted = excluded.granted;

-- name: ResetPermission :exec
-- ResetPermission goes back to the default.
DELETE FROM tenancy.role_permissions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  role = @role
  AND  permission = @permission;

-- name: AddInvitation :exec
INSERT INTO tenancy.invitations (id, business_shard, business_id, organization_id, email, email_key, role, invited_by, created_at, expires_at)
VALUES (@id, @business_shard, @business_id, @organization_id, @email, @email_key, @role, @invited_by, @created_at, @expires_at);

-- name: ReplaceInvitation :exec
-- ReplaceInvitation ends the open invitation of an address to a place, if there is one.
UPDATE tenancy.invitations
SET    cancelled_at = @now::timestamptz
WHERE  (business_shard = @business_shard AND business_id = @business_id OR organization_id = @organization_id)
  AND  email_key = @email_key
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL;

-- name: IsMemberByEmail :one
-- IsMemberByEmail reports whether the user of an address is in a business.
SELECT EXISTS (
    SELECT 1
    FROM   accounts.people p
    JOIN   tenancy.memberships m ON m.user_id = p.user_id
    WHERE  p.email_key = @email_key
      AND  m.business_shard = @business_shard
      AND  m.business_id = @business_id
);

-- name: IsOrganizationMemberByEmail :one
-- IsOrganizationMemberByEmail reports whether the user of an address is in an organization.
SELECT EXISTS (
    SELECT 1
    FROM   accounts.people p
    JOIN   tenancy.organization_members m ON m.user_id = p.user_id
    WHERE  p.email_key = @email_key
      AND  m.organization_id = @organization_id
);

-- name: Invitation :one
-- Invitation finds an invitation that is still open.
SELECT id, business_shard, business_id, organization_id, email, role, invited_by, created_at, expires_at, mailed_at
FROM   tenancy.invitations
WHERE  id = @id
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL
  AND  expires_at > @now;

-- name: InvitationByToken :one
-- InvitationByToken finds an invitation that is still open by what was mailed.
SELECT id, business_shard, business_id, organization_id, email, role, invited_by, created_at, expires_at, mailed_at
FROM   tenancy.invitations
WHERE  token_hash = @token_hash
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL
  AND  expires_at > @now;

-- name: Invitations :many
-- Invitations lists the open invitations to a place, newest first.
SELECT id, business_shard, business_id, organization_id, email, role, invited_by, created_at, expires_at, mailed_at
FROM   tenancy.invitations
WHERE  (business_shard = @business_shard AND business_id = @business_id OR organization_id = @organization_id)
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL
  AND  expires_at > @now
ORDER  BY id DESC;

-- name: LastInvitation :one
-- LastInvitation reports when an address was last invited to a place, if that was after a time.
SELECT created_at
FROM   tenancy.invitations
WHERE  (business_shard = @business_shard AND business_id = @business_id OR organization_id = @organization_id)
  AND  email_key = @email_key
  AND  created_at > @after::timestamptz
ORDER  BY created_at DESC
LIMIT  1;

-- name: InvitationsToMail :many
-- InvitationsToMail lists the invitations that nobody has mailed or is mailing: of each business and organization a few,
-- the oldest first, and of all of them the first ones before the second ones. Who is first is drawn by lot.
SELECT id, place
FROM  (SELECT id, coalesce(organization_id, business_id)::uuid AS place,
              row_number() OVER (PARTITION BY organization_id, business_id ORDER BY created_at, id) AS number
       FROM   tenancy.invitations
       WHERE  mailed_at IS NULL
         AND  accepted_at IS NULL
         AND  cancelled_at IS NULL
         AND  expires_at > @now::timestamptz
         AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)) AS waiting
WHERE  number <= @most_each::integer
ORDER  BY number, random()
LIMIT  @most;

-- name: InvitationMailBacklog :one
-- InvitationMailBacklog reports how many invitations wait to be mailed, and since when the oldest does.
SELECT count(*) AS waiting, coalesce(min(created_at), @now)::timestamptz AS oldest
FROM   tenancy.invitations
WHERE  mailed_at IS NULL
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: ClaimInvitation :one
-- ClaimInvitation takes an invitation for mailing and gives it the hash of a new secret.
UPDATE tenancy.invitations
SET    token_hash = @token_hash,
       claimed_until = @claimed_until::timestamptz
WHERE  id = @id
  AND  mailed_at IS NULL
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)
RETURNING id, business_shard, business_id, organization_id, email, role, invited_by, created_at, expires_at, mailed_at;

-- name: InvitationMailed :execrows
-- InvitationMailed notes that the mail with this secret is out, unless a later try has made another.
UPDATE tenancy.invitations
SET    mailed_at = @now::timestamptz
WHERE  id = @id
  AND  token_hash = @token_hash
  AND  mailed_at IS NULL;

-- name: SpendInvitation :execrows
-- SpendInvitation uses an invitation up. Of two who present its secret, one gets the row.
UPDATE tenancy.invitations
SET    accepted_at = @now::timestamptz,
       accepted_by = @user_id::uuid
WHERE  id = @id
  AND  token_hash = @token_hash
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: CancelInvitation :execrows
-- CancelInvitation ends an invitation that is still open.
UPDATE tenancy.invitations
SET    cancelled_at = @now::timestamptz
WHERE  id = @id
  AND  accepted_at IS NULL
  AND  cancelled_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: PurgeInvitations :execrows
-- PurgeInvitations forgets the invitations that expired long ago, with their addresses.
DELETE FROM tenancy.invitations
WHERE  expires_at < @before::timestamptz;

-- name: EraseInvitationsOf :many
-- EraseInvitationsOf forgets the invitations of an address, those that its user accepted and those of theirs that nobody accepted yet, and reports to which businesses.
DELETE FROM tenancy.invitations
WHERE  email_key = @email_key
   OR  accepted_by = @user_id::uuid
   OR  invited_by = @user_id::uuid AND accepted_at IS NULL
RETURNING business_shard, business_id;

-- name: EraseBusiness :exec
-- EraseBusiness takes a business's name away and asks for what it has left to be removed.
UPDATE tenancy.businesses
SET    name = @name,
       version = version + 1,
       erased_at = @now::timestamptz,
       sweep_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id;

-- name: EraseMemberships :exec
DELETE FROM tenancy.memberships
WHERE  business_shard = @shard
  AND  business_id = @business_id;

-- name: ErasePermissions :exec
DELETE FROM tenancy.role_permissions
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseInvitations :exec
DELETE FROM tenancy.invitations
WHERE  business_shard = @business_shard
  AND  business_id = @business_id;

-- name: ToSweep :many
-- ToSweep lists the erased businesses that may have left something, the longest due first.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT shard, id, erased_at
FROM   tenancy.businesses
WHERE  shard = ANY(@shards::smallint[])
  AND  sweep_at <= @now::timestamptz
ORDER  BY sweep_at
LIMIT  @most;

-- name: Swept :exec
-- Swept says when to look again; never, when nothing is left.
UPDATE tenancy.businesses
SET    sweep_at = sqlc.narg(sweep_at)::timestamptz
WHERE  shard = @shard
  AND  id = @id;
