-- name: AddUser :exec
-- AddUser writes a new user.
INSERT INTO accounts.users (id, email, email_key, name, locale, password_hash, password_changed_at, operator, created_at)
VALUES (@id, @email, @email_key, @name, @locale, @password_hash, @password_changed_at, @operator, @created_at);

-- name: User :one
-- User finds a user by id.
SELECT id, email, email_key, name, locale, password_hash, password_changed_at, password_round,
       suspended_at, restricted_at, operator, created_at, erased_at
FROM   accounts.users
WHERE  id = @id;

-- name: UserByEmail :one
-- UserByEmail finds a user by the address as it is compared.
SELECT id, email, email_key, name, locale, password_hash, password_changed_at, password_round,
       suspended_at, restricted_at, operator, created_at, erased_at
FROM   accounts.users
WHERE  email_key = @email_key;

-- name: HasAccount :one
-- HasAccount reports whether an address belongs to a user.
SELECT EXISTS (
    SELECT 1
    FROM   accounts.users
    WHERE  email_key = @email_key
);

-- name: Users :many
-- Users lists users, newest first, from before the given one.
SELECT id, email, email_key, name, locale, password_hash, password_changed_at, password_round,
       suspended_at, restricted_at, operator, created_at, erased_at
FROM   accounts.users
WHERE  id < @before::uuid
ORDER  BY id DESC
LIMIT  @most;

-- name: LockUser :one
-- LockUser locks a user's row for a change. Whatever changes a password or ends
-- several sessions takes it first, so that no two of them wait for each other.
SELECT id, email, email_key, name, locale, password_hash, password_changed_at, password_round,
       suspended_at, restricted_at, operator, created_at, erased_at
FROM   accounts.users
WHERE  id = @id
FOR NO KEY UPDATE;

-- name: TakeTurn :exec
-- TakeTurn makes sign-ins of a user, and changes of what a sign-in goes by, wait for each other until the transaction ends.
INSERT INTO accounts.turns (shard, user_id)
VALUES (@shard, @user_id)
ON CONFLICT (shard, user_id) DO UPDATE
SET    user_id = excluded.user_id;

-- name: PasswordStands :one
-- PasswordStands reports whether a second factor is owed beside a password that
-- was just checked. No row means that the password has been changed.
SELECT EXISTS (
    SELECT 1 FROM accounts.second_factors f
    WHERE  f.user_id = u.id
      AND  f.confirmed_at IS NOT NULL
) AS second_factor
FROM   accounts.users u
WHERE  u.id = @id
  AND  u.password_round = @password_round;

-- name: SetPassword :exec
-- SetPassword gives a user a new password.
UPDATE accounts.users
SET    password_hash = @password_hash,
       password_changed_at = @now::timestamptz,
       password_round = password_round + 1
WHERE  id = @id;

-- name: RehashPassword :exec
-- RehashPassword stores the same password at today's cost, unless it was changed
-- meanwhile.
UPDATE accounts.users
SET    password_hash = @password_hash
WHERE  id = @id
  AND  password_round = @password_round;

-- name: SetSuspension :exec
-- SetSuspension says whether a user is suspended or restricted.
UPDATE accounts.users
SET    suspended_at = @suspended_at,
       restricted_at = @restricted_at
WHERE  id = @id;

-- name: IsOperator :one
-- IsOperator reports whether a user who may act is an operator.
SELECT operator
FROM   accounts.users
WHERE  id = @id
  AND  suspended_at IS NULL
  AND  restricted_at IS NULL;

-- name: OneAtATime :exec
-- OneAtATime lets those who ask for the same address wait for each other until their transactions end.
INSERT INTO accounts.guesses (shard, lane, ready_at)
VALUES (@shard, @lane, @now)
ON CONFLICT (shard, lane) DO UPDATE
SET    ready_at = excluded.ready_at;

-- name: WhoMayReset :one
-- WhoMayReset finds whom to mail; none where there is nobody, or one waits already or was asked for a moment ago.
SELECT u.id
FROM   accounts.users u
WHERE  u.email_key = @email_key
  AND  u.suspended_at IS NULL
  AND  u.restricted_at IS NULL
  AND  NOT EXISTS (
    SELECT 1
    FROM   accounts.password_resets waiting
    WHERE  waiting.user_id = u.id
      AND  (waiting.requested_at > @recently::timestamptz
        OR  waiting.mailed_at IS NULL AND waiting.used_at IS NULL AND waiting.expires_at > @now::timestamptz)
);

-- name: AskForReset :exec
-- AskForReset notes that somebody asked for a new password. A row is written
-- whether or not there is a user to mail, by a statement that on a cluster waits for no
-- other of its kind.
INSERT INTO accounts.password_resets (id, user_id, requested_at, expires_at)
VALUES (@id, @user_id, @now::timestamptz, @expires_at::timestamptz);

-- name: ResetsToMail :many
-- ResetsToMail lists the requests that nobody has mailed or is mailing.
SELECT id
FROM   accounts.password_resets
WHERE  user_id IS NOT NULL
  AND  mailed_at IS NULL
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)
ORDER  BY requested_at
LIMIT  @most;

-- name: ResetMailBacklog :one
-- ResetMailBacklog reports how many requests wait to be mailed, and since when the oldest does.
SELECT count(*) AS waiting, coalesce(min(requested_at), @now)::timestamptz AS oldest
FROM   accounts.password_resets
WHERE  user_id IS NOT NULL
  AND  mailed_at IS NULL
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: ClaimReset :one
-- ClaimReset takes a request for mailing and gives it the hash of a new secret.
UPDATE accounts.password_resets r
SET    token_hash = @token_hash,
       claimed_until = @claimed_until::timestamptz
FROM   accounts.users u
WHERE  r.id = @id
  AND  u.id = r.user_id
  AND  u.suspended_at IS NULL
  AND  u.restricted_at IS NULL
  AND  r.mailed_at IS NULL
  AND  r.used_at IS NULL
  AND  r.expires_at > @now::timestamptz
  AND  (r.claimed_until IS NULL OR r.claimed_until <= @now::timestamptz)
RETURNING sqlc.embed(u);

-- name: ResetMailed :execrows
-- ResetMailed notes that the mail with this secret is out, unless a later try
-- has made another.
UPDATE accounts.password_resets
SET    mailed_at = @now::timestamptz
WHERE  id = @id
  AND  token_hash = @token_hash
  AND  mailed_at IS NULL;

-- name: OpenReset :one
-- OpenReset finds whom a secret would let set a new password.
SELECT sqlc.embed(u)
FROM   accounts.password_resets r
JOIN   accounts.users u ON u.id = r.user_id
WHERE  r.token_hash = @token_hash
  AND  r.used_at IS NULL
  AND  r.expires_at > @now::timestamptz
  AND  u.suspended_at IS NULL
  AND  u.restricted_at IS NULL;

-- name: SpendReset :execrows
-- SpendReset uses a secret up. Of two who present it, one gets the row.
UPDATE accounts.password_resets
SET    used_at = @now::timestamptz
WHERE  token_hash = @token_hash
  AND  user_id = @user_id::uuid
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: ExpireResets :exec
-- ExpireResets ends whatever is still open for a user.
UPDATE accounts.password_resets
SET    expires_at = @now::timestamptz
WHERE  user_id = @user_id::uuid
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: PurgeResets :execrows
-- PurgeResets forgets requests that expired long ago.
DELETE FROM accounts.password_resets
WHERE  expires_at < @before::timestamptz;

-- name: BeginSecondFactor :execrows
-- BeginSecondFactor keeps a secret until its owner proves to have it; a factor
-- that is on stays as it is.
INSERT INTO accounts.second_factors AS f (user_id, secret, created_at)
VALUES (@user_id, @secret, @now::timestamptz)
ON CONFLICT (user_id) DO UPDATE
SET    secret = excluded.secret,
       created_at = excluded.created_at
WHERE  f.confirmed_at IS NULL;

-- name: SecondFactor :one
-- SecondFactor tells a user's second factor and how many recovery codes are left.
SELECT f.confirmed_at,
       (SELECT count(*) FROM accounts.recovery_codes c WHERE c.user_id = f.user_id AND c.used_at IS NULL) AS codes_left
FROM   accounts.second_factors f
WHERE  f.user_id = @user_id;

-- name: SecondFactorOf :one
-- SecondFactorOf reads a user's second factor for whoever has the user's turn.
SELECT user_id, secret, created_at, confirmed_at
FROM   accounts.second_factors
WHERE  user_id = @user_id;

-- name: ConfirmSecondFactor :execrows
-- ConfirmSecondFactor turns a second factor on.
UPDATE accounts.second_factors
SET    confirmed_at = @now::timestamptz
WHERE  user_id = @user_id
  AND  confirmed_at IS NULL;

-- name: SpendStep :execrows
-- SpendStep uses up a time step and all before it: a code works once.
INSERT INTO accounts.used_steps AS u (shard, user_id, last_step)
VALUES (@shard, @user_id, @step)
ON CONFLICT (shard, user_id) DO UPDATE
SET    last_step = excluded.last_step
WHERE  u.last_step < excluded.last_step;

-- name: ForgetSteps :exec
-- ForgetSteps forgets which time steps of a second factor were used that is no more.
DELETE FROM accounts.used_steps
WHERE  shard = @shard
  AND  user_id = @user_id;

-- name: DropSecondFactor :exec
-- DropSecondFactor turns a second factor off.
DELETE FROM accounts.second_factors
WHERE  user_id = @user_id;

-- name: AddRecoveryCodes :exec
-- AddRecoveryCodes keeps the hashes of a user's new recovery codes.
INSERT INTO accounts.recovery_codes (user_id, code_hash)
SELECT u.id, hash
FROM   accounts.users u, unnest(@code_hashes::bytea[]) AS hash
WHERE  u.id = @user_id;

-- name: SpendRecoveryCode :execrows
-- SpendRecoveryCode uses a recovery code up. Of two who present it, one gets the row.
UPDATE accounts.recovery_codes
SET    used_at = @now::timestamptz
WHERE  user_id = @user_id
  AND  code_hash = @code_hash
  AND  used_at IS NULL;

-- name: DropRecoveryCodes :exec
-- DropRecoveryCodes makes a user's recovery codes worthless.
DELETE FROM accounts.recovery_codes
WHERE  user_id = @user_id;

-- name: LastBusiness :one
-- LastBusiness reports which of some businesses a user was last in.
SELECT business_shard, business_id
FROM   accounts.sessions
WHERE  shard = @shard
  AND  user_id = @user_id
  AND  business_id = ANY (@businesses::uuid[])
ORDER  BY last_seen_at DESC
LIMIT  1;

-- name: OpenSession :exec
-- OpenSession writes a new session.
INSERT INTO accounts.sessions (shard, id, user_id, token_hash, business_shard, business_id, created_at,
                              authenticated_at, last_seen_at, expires_at, half_open, address, user_agent, second_factor_at)
VALUES (@shard, @id, @user_id, @token_hash, @business_shard, @business_id, @now::timestamptz,
        @now::timestamptz, @now::timestamptz, @expires_at::timestamptz, @half_open, @address, @user_agent, @second_factor_at);

-- name: SessionByToken :one
-- SessionByToken finds a session with its user.
SELECT sqlc.embed(s), sqlc.embed(u)
FROM   accounts.sessions s
JOIN   accounts.users u ON u.id = s.user_id
WHERE  s.shard = @shard
  AND  s.token_hash = @token_hash;

-- name: SeeSession :exec
-- SeeSession notes that a session is in use, unless that was noted a moment ago.
UPDATE accounts.sessions
SET    last_seen_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  last_seen_at <= @seen_before::timestamptz
  AND  ended_at IS NULL;

-- name: CompleteSession :execrows
-- CompleteSession opens a half-open session under a new secret.
UPDATE accounts.sessions
SET    half_open = false,
       token_hash = @new_hash,
       last_seen_at = @now::timestamptz,
       expires_at = @expires_at::timestamptz,
       second_factor_at = @now::timestamptz
WHERE  shard = @shard
  AND  token_hash = @token_hash
  AND  half_open
  AND  ended_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: LiveSessions :many
-- LiveSessions lists the sessions of a user that are not over, latest used first.
SELECT shard, id, user_id, token_hash, business_shard, business_id, created_at, authenticated_at,
       last_seen_at, expires_at, ended_at, half_open, address, user_agent, second_factor_at
FROM   accounts.sessions
WHERE  shard = @shard
  AND  user_id = @user_id
  AND  ended_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  last_seen_at > @seen_after
ORDER  BY last_seen_at DESC, id DESC;

-- name: EndSession :execrows
-- EndSession ends one session of a user.
UPDATE accounts.sessions
SET    ended_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  user_id = @user_id
  AND  ended_at IS NULL;

-- name: EndSessions :execrows
-- EndSessions ends all sessions of a user but one, which may be none.
UPDATE accounts.sessions
SET    ended_at = @now::timestamptz
WHERE  shard = @shard
  AND  user_id = @user_id
  AND  id <> @but
  AND  ended_at IS NULL;

-- name: UseBusiness :execrows
-- UseBusiness puts a session into a business.
UPDATE accounts.sessions
SET    business_shard = @business_shard,
       business_id = @business_id
WHERE  shard = @shard
  AND  id = @id
  AND  ended_at IS NULL;

-- name: Reauthenticate :execrows
-- Reauthenticate notes that the password was given again.
UPDATE accounts.sessions
SET    authenticated_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  ended_at IS NULL;

-- name: PurgeSessions :execrows
-- PurgeSessions forgets the sessions of a slice's shards that have been over for long.
DELETE FROM accounts.sessions
WHERE  shard = ANY(@shards::smallint[])
  AND  (ended_at < @before::timestamptz OR expires_at < @before::timestamptz OR last_seen_at < @seen_before::timestamptz);

-- name: KnownDevice :one
-- KnownDevice finds a browser that a user has signed in with.
SELECT id, expires_at
FROM   accounts.devices
WHERE  shard = @shard
  AND  user_id = @user_id
  AND  token_hash = ANY (@token_hashes::bytea[])
  AND  expires_at > @now::timestamptz
LIMIT  1;

-- name: AddDevice :exec
-- AddDevice remembers a browser.
INSERT INTO accounts.devices (shard, id, user_id, token_hash, created_at, expires_at)
VALUES (@shard, @id, @user_id, @token_hash, @now::timestamptz, @expires_at);

-- name: CrowdOutDevices :exec
-- CrowdOutDevices forgets the oldest browsers of a user who has more than so many.
DELETE FROM accounts.devices d
WHERE  d.shard = @shard
  AND  d.user_id = @user_id
  AND  d.id IN (
    SELECT old.id
    FROM   accounts.devices old
    WHERE  old.shard = @shard
      AND  old.user_id = @user_id
    ORDER  BY old.created_at DESC, old.id DESC
    OFFSET @most
);

-- name: KeepDevice :exec
-- KeepDevice lets a browser that was used be remembered for longer.
UPDATE accounts.devices
SET    expires_at = @expires_at
WHERE  shard = @shard
  AND  id = @id;

-- name: DropDevices :exec
-- DropDevices forgets all browsers of a user.
DELETE FROM accounts.devices
WHERE  shard = @shard
  AND  user_id = @user_id;

-- name: PurgeDevices :execrows
-- PurgeDevices forgets the browsers of a slice's shards that were not used for long.
DELETE FROM accounts.devices
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @now::timestamptz;

-- name: TakePasswordGuess :one
-- TakePasswordGuess takes a try of a password before it is looked at. Every try
-- comes back some time later, one after the other. No row means that none is left.
-- (A cluster wants sums of a column that hang on no setting, and so no time zone.)
INSERT INTO accounts.guesses AS g (shard, lane, ready_at)
VALUES (@shard, @lane, sqlc.arg(now)::timestamptz + sqlc.arg(pace_ms)::bigint * interval '1 millisecond')
ON CONFLICT (shard, lane) DO UPDATE
SET    ready_at = (greatest(g.ready_at, @now::timestamptz) AT TIME ZONE 'UTC' + sqlc.arg(pace_ms)::bigint * interval '1 millisecond') AT TIME ZONE 'UTC'
WHERE  g.ready_at <= @latest::timestamptz
RETURNING ready_at;

-- name: ReturnPasswordGuess :exec
-- ReturnPasswordGuess gives back a try that was no wrong guess.
UPDATE accounts.guesses
SET    ready_at = (ready_at AT TIME ZONE 'UTC' - sqlc.arg(pace_ms)::bigint * interval '1 millisecond') AT TIME ZONE 'UTC'
WHERE  shard = @shard
  AND  lane = @lane;

-- name: TakeCodeGuess :one
-- TakeCodeGuess takes a try of a code before it is looked at, as if it had been
-- wrong. From a number of wrong ones in a row on, a pause follows that doubles
-- each time. No row means that a pause lasts, or that there are no more tries.
INSERT INTO accounts.guesses AS g (shard, lane, failures, ready_at)
VALUES (@shard, @lane, 1, @before::timestamptz)
ON CONFLICT (shard, lane) DO UPDATE
SET    failures = g.failures + 1,
       ready_at = CASE
           WHEN g.failures + 1 < @free::integer THEN @before::timestamptz
           ELSE (sqlc.arg(now)::timestamptz AT TIME ZONE 'UTC' + interval '1 millisecond' * least(
               @longest_ms::bigint, sqlc.arg(first_ms)::bigint << least(g.failures + 1 - sqlc.arg(free)::integer, 20))) AT TIME ZONE 'UTC'
       END
WHERE  g.ready_at <= @now::timestamptz
  AND  g.failures < @most::integer
RETURNING failures, ready_at;

-- name: ReturnCodeGuess :exec
-- ReturnCodeGuess gives back a try that was no wrong guess.
UPDATE accounts.guesses
SET    failures = failures - 1,
       ready_at = @before::timestamptz
WHERE  shard = @shard
  AND  lane = @lane;

-- name: Guesses :one
-- Guesses tells the count of somebody who was refused a try.
SELECT failures, ready_at
FROM   accounts.guesses
WHERE  shard = @shard
  AND  lane = @lane;

-- name: ForgetGuesses :exec
-- ForgetGuesses lets somebody begin anew.
DELETE FROM accounts.guesses
WHERE  shard = @shard
  AND  lane = @lane;

-- name: PurgeGuesses :execrows
-- PurgeGuesses forgets what no longer matters: tries of passwords that are all
-- back, and wrong codes of long ago.
DELETE FROM accounts.guesses
WHERE  shard = ANY(@shards::smallint[])
  AND  (failures = 0 AND ready_at <= @now::timestamptz OR ready_at <= @long_ago::timestamptz);

-- name: EraseUser :exec
-- EraseUser leaves nothing of a user but the id.
UPDATE accounts.users
SET    email = @email,
       email_key = @email_key,
       name = @name,
       locale = @locale,
       password_hash = NULL,
       password_changed_at = NULL,
       password_round = password_round + 1,
       operator = false,
       suspended_at = @now::timestamptz,
       erased_at = @now::timestamptz
WHERE  id = @id;

-- name: EraseSessions :exec
-- EraseSessions forgets all sessions of a user, with their addresses.
DELETE FROM accounts.sessions
WHERE  shard = @shard
  AND  user_id = @user_id;

-- name: EraseTurn :exec
-- EraseTurn forgets that a user had turns.
DELETE FROM accounts.turns
WHERE  shard = @shard
  AND  user_id = @user_id;

-- name: EraseResets :exec
-- EraseResets forgets what a user asked for.
DELETE FROM accounts.password_resets
WHERE  user_id = @user_id::uuid;

-- name: SignUpWaits :one
-- SignUpWaits reports whether a mail to an address waits already, or was asked for a moment ago.
SELECT EXISTS (
    SELECT 1
    FROM   accounts.sign_ups
    WHERE  email_key = @email_key
      AND  (requested_at > @recently::timestamptz
        OR  mailed_at IS NULL AND expires_at > @now::timestamptz)
);

-- name: AskForSignUp :exec
-- AskForSignUp notes that somebody wants an account for an address.
INSERT INTO accounts.sign_ups (id, email, email_key, requested_at, expires_at)
VALUES (@id, @email, @email_key, @now::timestamptz, @expires_at::timestamptz);

-- name: SignUpsToMail :many
-- SignUpsToMail lists the sign-ups that nobody has mailed or is mailing.
SELECT id
FROM   accounts.sign_ups
WHERE  mailed_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)
ORDER  BY requested_at
LIMIT  @most;

-- name: SignUpMailBacklog :one
-- SignUpMailBacklog reports how many sign-ups wait to be mailed, and since when the oldest does.
SELECT count(*) AS waiting, coalesce(min(requested_at), @now)::timestamptz AS oldest
FROM   accounts.sign_ups
WHERE  mailed_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: ClaimSignUp :one
-- ClaimSignUp takes a sign-up for mailing and gives it the hash of a new secret.
UPDATE accounts.sign_ups
SET    token_hash = @token_hash,
       claimed_until = @claimed_until::timestamptz
WHERE  id = @id
  AND  mailed_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)
RETURNING email;

-- name: SignUpMailed :exec
-- SignUpMailed notes that the mail with this secret is out, unless a later try has made another.
UPDATE accounts.sign_ups
SET    mailed_at = @now::timestamptz
WHERE  id = @id
  AND  token_hash = @token_hash
  AND  mailed_at IS NULL;

-- name: OpenSignUp :one
-- OpenSignUp finds the address for which a secret would make an account.
SELECT email
FROM   accounts.sign_ups
WHERE  token_hash = @token_hash
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: SpendSignUp :execrows
-- SpendSignUp uses a secret up. Of two who present it, one gets the row.
UPDATE accounts.sign_ups
SET    used_at = @now::timestamptz
WHERE  token_hash = @token_hash
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: PurgeSignUps :execrows
-- PurgeSignUps forgets sign-ups that expired long ago.
DELETE FROM accounts.sign_ups
WHERE  expires_at < @before::timestamptz;

-- name: EraseSignUps :exec
-- EraseSignUps forgets what was asked for an address.
DELETE FROM accounts.sign_ups
WHERE  email_key = @email_key;

-- name: AddPasskey :exec
-- AddPasskey keeps a passkey.
INSERT INTO accounts.passkeys (shard, id, user_id, credential_id, public_key, name, transports, sign_count,
                               backup_eligible, backed_up, created_at)
VALUES (@shard, @id, @user_id, @credential_id, @public_key, @name, @transports, @sign_count,
        @backup_eligible, @backed_up, @now::timestamptz);

-- name: Passkeys :many
-- Passkeys lists a user's passkeys, the first first.
SELECT shard, id, user_id, credential_id, public_key, name, transports, sign_count,
       backup_eligible, backed_up, created_at, last_used_at
FROM   accounts.passkeys
WHERE  shard = @shard
  AND  user_id = @user_id
ORDER  BY created_at, id;

-- name: CountPasskeys :one
-- CountPasskeys reports how many passkeys a user has.
SELECT count(*)
FROM   accounts.passkeys
WHERE  shard = @shard
  AND  user_id = @user_id;

-- name: UsePasskey :execrows
-- UsePasskey notes that a passkey was used. No row means that it was removed, or that
-- its count has not moved on: it was used elsewhere, or there are two of it.
UPDATE accounts.passkeys
SET    sign_count = @sign_count::bigint,
       backed_up = @backed_up,
       last_used_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  user_id = @user_id
  AND  (sign_count < @sign_count::bigint OR sign_count = 0 AND @sign_count::bigint = 0);

-- name: RenamePasskey :execrows
-- RenamePasskey gives one of a user's passkeys another name.
UPDATE accounts.passkeys
SET    name = @name
WHERE  shard = @shard
  AND  id = @id
  AND  user_id = @user_id;

-- name: RemovePasskey :execrows
-- RemovePasskey forgets one of a user's passkeys.
DELETE FROM accounts.passkeys
WHERE  shard = @shard
  AND  id = @id
  AND  user_id = @user_id;

-- name: DropPasskeys :exec
-- DropPasskeys forgets all passkeys of a user.
DELETE FROM accounts.passkeys
WHERE  shard = @shard
  AND  user_id = @user_id;

-- name: AddChallenge :exec
-- AddChallenge keeps what an authenticator is asked to sign.
INSERT INTO accounts.challenges (shard, hash, ceremony, session_id, expires_at)
VALUES (@shard, @hash, @ceremony, @session_id, @expires_at);

-- name: SpendChallenge :execrows
-- SpendChallenge uses a challenge up. Of two who present it, one gets the row.
DELETE FROM accounts.challenges
WHERE  shard = @shard
  AND  hash = @hash
  AND  ceremony = @ceremony
  AND  session_id = @session_id
  AND  expires_at > @now::timestamptz;

-- name: PurgeChallenges :execrows
-- PurgeChallenges forgets the challenges of a slice's shards that nobody answered in time.
DELETE FROM accounts.challenges
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @now::timestamptz;

-- name: SetName :execrows
-- SetName calls a user otherwise.
UPDATE accounts.users
SET    name = @name
WHERE  id = @id
  AND  name <> @name;

-- name: SetEmail :exec
-- SetEmail gives a user another address.
UPDATE accounts.users
SET    email = @email,
       email_key = @email_key
WHERE  id = @id;

-- name: EmailChangeWaits :one
-- EmailChangeWaits reports whether a mail to an address waits already for a user, or was asked for a moment ago.
SELECT EXISTS (
    SELECT 1
    FROM   accounts.email_changes
    WHERE  user_id = @user_id
      AND  email_key = @email_key
      AND  used_at IS NULL
      AND  expires_at > @now::timestamptz
      AND  (mailed_at IS NULL OR requested_at > @recently::timestamptz)
);

-- name: ExpireEmailChanges :exec
-- ExpireEmailChanges ends whatever is still open for a user.
UPDATE accounts.email_changes
SET    expires_at = @now::timestamptz
WHERE  user_id = @user_id
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: AskForEmailChange :exec
-- AskForEmailChange notes that a user wants another address.
INSERT INTO accounts.email_changes (id, user_id, email, email_key, requested_at, expires_at)
VALUES (@id, @user_id, @email, @email_key, @now::timestamptz, @expires_at::timestamptz);

-- name: EmailChangesToMail :many
-- EmailChangesToMail lists the changes of which somebody is to be written to: the new address, or the one before.
SELECT id
FROM   accounts.email_changes
WHERE  (mailed_at IS NULL AND expires_at > @now::timestamptz OR used_at IS NOT NULL AND told_at IS NULL)
  AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)
ORDER  BY requested_at
LIMIT  @most;

-- name: EmailChangeMailBacklog :one
-- EmailChangeMailBacklog reports how many such mails wait, and since when the oldest does.
SELECT count(*) AS waiting, coalesce(min(requested_at), @now)::timestamptz AS oldest
FROM   accounts.email_changes
WHERE  mailed_at IS NULL AND expires_at > @now::timestamptz
   OR  used_at IS NOT NULL AND told_at IS NULL;

-- name: ClaimEmailChange :one
-- ClaimEmailChange takes a change for mailing. One that was not mailed gets the hash of a new secret.
UPDATE accounts.email_changes
SET    token_hash = CASE WHEN mailed_at IS NULL THEN @token_hash::bytea ELSE token_hash END,
       claimed_until = @claimed_until::timestamptz
WHERE  id = @id
  AND  (mailed_at IS NULL AND expires_at > @now::timestamptz OR used_at IS NOT NULL AND told_at IS NULL)
  AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)
RETURNING id, user_id, email, email_key, requested_at, expires_at, claimed_until, token_hash, mailed_at, used_at, old_email, told_at;

-- name: EmailChangeMailed :exec
-- EmailChangeMailed notes that the mail with this secret is out, unless a later try has made another.
UPDATE accounts.email_changes
SET    mailed_at = @now::timestamptz,
       claimed_until = NULL
WHERE  id = @id
  AND  token_hash = @token_hash
  AND  mailed_at IS NULL;

-- name: EmailChangeTold :exec
-- EmailChangeTold notes that the address before has been told, and forgets it.
UPDATE accounts.email_changes
SET    told_at = @now::timestamptz,
       old_email = NULL
WHERE  id = @id;

-- name: OpenEmailChange :one
-- OpenEmailChange finds the address to which a secret would change a user's.
SELECT email
FROM   accounts.email_changes
WHERE  token_hash = @token_hash
  AND  user_id = @user_id
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz;

-- name: SpendEmailChange :one
-- SpendEmailChange uses a secret up. Of two who present it, one gets the row.
UPDATE accounts.email_changes
SET    used_at = @now::timestamptz,
       old_email = @old_email::text
WHERE  token_hash = @token_hash
  AND  user_id = @user_id
  AND  used_at IS NULL
  AND  expires_at > @now::timestamptz
RETURNING email, email_key;

-- name: PurgeEmailChanges :execrows
-- PurgeEmailChanges forgets changes that expired long ago and of which everybody was told.
DELETE FROM accounts.email_changes
WHERE  expires_at < @before::timestamptz
  AND  (used_at IS NULL OR told_at IS NOT NULL);

-- name: EraseEmailChanges :exec
-- EraseEmailChanges forgets what a user asked for.
DELETE FROM accounts.email_changes
WHERE  user_id = @user_id;

-- name: SessionStands :one
-- SessionStands reports whether a session of a user was not ended, for whoever has the user's turn.
SELECT EXISTS (
    SELECT 1
    FROM   accounts.sessions
    WHERE  shard = @shard
      AND  id = @id
      AND  user_id = @user_id
      AND  ended_at IS NULL
      AND  NOT half_open
);

-- name: CountDeveloperTokens :one
-- CountDeveloperTokens counts the developer tokens of a user that are not over, those that nobody has collected among them.
SELECT count(*)
FROM   accounts.developer_tokens
WHERE  shard = @shard
  AND  user_id = @user_id
  AND  ended_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  last_used_at > @used_after::timestamptz;

-- name: AddDeveloperToken :exec
-- AddDeveloperToken writes down what a user approves, once for each request. Nobody has its secret yet.
INSERT INTO accounts.developer_tokens (shard, id, user_id, request_id, name, scopes, address, user_agent, created_at, last_used_at, expires_at)
VALUES (@shard, @id, @user_id, @request_id, @name, @scopes, @address, @user_agent, @now::timestamptz, @now::timestamptz, @expires_at::timestamptz)
ON CONFLICT (shard, user_id, request_id) DO NOTHING;

-- name: CollectDeveloperToken :one
-- CollectDeveloperToken gives a token its secret, once. Of many who try, one gets the row.
UPDATE accounts.developer_tokens
SET    token_hash = @token_hash::bytea,
       last_used_at = @now::timestamptz,
       expires_at = @expires_at::timestamptz
WHERE  shard = @shard
  AND  user_id = @user_id
  AND  request_id = @request_id
  AND  token_hash IS NULL
  AND  ended_at IS NULL
  AND  expires_at > @now::timestamptz
RETURNING shard, id, user_id, request_id, token_hash, name, scopes, address, user_agent, created_at, last_used_at, expires_at, ended_at, ended_for;

-- name: DeveloperTokenUncollected :one
-- DeveloperTokenUncollected reports whether a token that was approved ran out before anybody collected it.
SELECT EXISTS (
    SELECT 1
    FROM   accounts.developer_tokens
    WHERE  shard = @shard
      AND  user_id = @user_id
      AND  request_id = @request_id
      AND  token_hash IS NULL
      AND  ended_at IS NULL
);

-- name: DeveloperTokenByHash :one
-- DeveloperTokenByHash finds a developer token with its user.
SELECT sqlc.embed(t), sqlc.embed(u)
FROM   accounts.developer_tokens t
JOIN   accounts.users u ON u.id = t.user_id
WHERE  t.shard = @shard
  AND  t.token_hash = @token_hash;

-- name: SeeDeveloperToken :exec
-- SeeDeveloperToken notes that a developer token is in use, unless that was noted a moment ago.
UPDATE accounts.developer_tokens
SET    last_used_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  last_used_at <= @seen_before::timestamptz
  AND  ended_at IS NULL;

-- name: DeveloperTokens :many
-- DeveloperTokens lists the developer tokens of users that are not over, latest used first.
-- console read: the members of an organization live in many shards
SELECT shard, id, user_id, request_id, token_hash, name, scopes, address, user_agent, created_at, last_used_at, expires_at, ended_at, ended_for
FROM   accounts.developer_tokens
WHERE  shard = ANY(@shards::smallint[])
  AND  user_id = ANY(@user_ids::uuid[])
  AND  token_hash IS NOT NULL
  AND  ended_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  last_used_at > @used_after::timestamptz
ORDER  BY last_used_at DESC, id DESC;

-- name: Machines :many
-- Machines tells the names of the machines of developer tokens, over or not.
-- console read: those who act in an organization live in many shards
SELECT shard, id, name
FROM   accounts.developer_tokens
WHERE  shard = ANY(@shards::smallint[])
  AND  id = ANY(@ids::uuid[]);

-- name: EndDeveloperToken :execrows
-- EndDeveloperToken ends a developer token of one of some users.
UPDATE accounts.developer_tokens
SET    ended_at = @now::timestamptz,
       ended_for = @ended_for::text
WHERE  shard = @shard
  AND  id = @id
  AND  user_id = @user_id
  AND  ended_at IS NULL
  AND  expires_at > @now::timestamptz
  AND  last_used_at > @used_after::timestamptz;

-- name: EndDeveloperTokens :execrows
-- EndDeveloperTokens ends all developer tokens of a user, those that nobody has collected too.
UPDATE accounts.developer_tokens
SET    ended_at = @now::timestamptz,
       ended_for = @ended_for::text
WHERE  shard = @shard
  AND  user_id = @user_id
  AND  ended_at IS NULL;

-- name: DeveloperTokenOwner :one
-- DeveloperTokenOwner tells whose a developer token is.
SELECT user_id
FROM   accounts.developer_tokens
WHERE  shard = @shard
  AND  id = @id;

-- name: EraseDeveloperTokens :exec
-- EraseDeveloperTokens forgets all developer tokens of a user, with their machines.
DELETE FROM accounts.developer_tokens
WHERE  shard = @shard
  AND  user_id = @user_id;

-- name: PurgeDeveloperTokens :execrows
-- PurgeDeveloperTokens forgets the developer tokens of a slice's shards that have been over for long.
DELETE FROM accounts.developer_tokens
WHERE  shard = ANY(@shards::smallint[])
  AND  (ended_at < @before::timestamptz OR expires_at < @before::timestamptz OR last_used_at < @used_before::timestamptz);
