-- name: AddSupplier :exec
-- AddSupplier writes a new supplier.
INSERT INTO books.suppliers (shard, business_id, id, name, email, phone, tax_number, address, notes, version, created_at, updated_at, created_by, updated_by)
VALUES (@shard, @business_id, @id, @name, @email, @phone, @tax_number, @address, @notes, @version, @created_at, @updated_at, @created_by, @updated_by);

-- name: SaveSupplier :exec
-- SaveSupplier writes everything about a supplier that can change.
UPDATE books.suppliers
SET    name = @name,
       email = @email,
       phone = @phone,
       tax_number = @tax_number,
       address = @address,
       notes = @notes,
       archived_at = @archived_at,
       erased_at = @erased_at,
       version = @version,
       updated_at = @updated_at,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: RemoveSupplier :exec
-- RemoveSupplier deletes a supplier.
DELETE FROM books.suppliers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: Supplier :one
-- Supplier finds a supplier of a business.
SELECT shard, business_id, id, name, email, phone, tax_number, address, notes, archived_at, erased_at, version, created_at, updated_at, created_by, updated_by
FROM   books.suppliers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: SupplierNames :many
-- SupplierNames tells what those of the given suppliers are called that the business has.
SELECT id, name
FROM   books.suppliers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = ANY(@ids::uuid[]);

-- name: SuppliersNewestFirst :many
-- SuppliersNewestFirst lists the suppliers that were added before one.
SELECT shard, business_id, id, name, email, phone, tax_number, address, notes, archived_at, erased_at, version, created_at, updated_at, created_by, updated_by
FROM   books.suppliers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id < @start
  AND  (sqlc.narg(archived)::boolean IS NULL OR (archived_at IS NOT NULL) = sqlc.narg(archived))
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
  AND  (@search::text = '' OR strpos(lower(concat_ws(' ', name, email, tax_number)), lower(@search)) > 0)
ORDER  BY id DESC
LIMIT  @most;

-- name: SuppliersOldestFirst :many
-- SuppliersOldestFirst lists the suppliers that were added after one.
SELECT shard, business_id, id, name, email, phone, tax_number, address, notes, archived_at, erased_at, version, created_at, updated_at, created_by, updated_by
FROM   books.suppliers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id > @start
  AND  (sqlc.narg(archived)::boolean IS NULL OR (archived_at IS NOT NULL) = sqlc.narg(archived))
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
  AND  (@search::text = '' OR strpos(lower(concat_ws(' ', name, email, tax_number)), lower(@search)) > 0)
ORDER  BY id
LIMIT  @most;

-- name: CountSuppliers :one
-- CountSuppliers counts the suppliers of a list, up to a number.
SELECT count(*)
FROM   (
    SELECT 1
    FROM   books.suppliers
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  (sqlc.narg(archived)::boolean IS NULL OR (archived_at IS NOT NULL) = sqlc.narg(archived))
      AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
      AND  (@search::text = '' OR strpos(lower(concat_ws(' ', name, email, tax_number)), lower(@search)) > 0)
    LIMIT  @most
) counted;
