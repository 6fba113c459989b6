package edition_test

import (
	"encoding/json"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
)

// small is a contract with one of everything that can change.
const small = `
openapi: 3.1.0
info: {title: Small, version: "2026-11-01"}
servers: [{url: "https://api.example.com"}]
tags: [{name: Customers}, {name: Members}]
paths:
  /customers:
    get:
      summary: List customers
      description: Read on with ` + "`nextCursor`" + `.
      tags: [Customers]
      security: [{oauth: ["customers:read"]}, {session: []}]
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema: {$ref: "#/components/schemas/CustomerList"}
              examples:
                page: {value: {data: [{id: c1, type: BUSINESS, taxNumber: DE1}], hasMore: false, nextCursor: c1}}
    post:
      summary: Add a customer
      tags: [Customers]
      security: [{oauth: ["customers:write"]}]
      requestBody:
        content:
          application/json:
            schema: {$ref: "#/components/schemas/NewCustomer"}
            example: {type: PERSON, taxNumber: DE2}
      responses:
        "201":
          description: The customer.
          content: {application/json: {schema: {$ref: "#/components/schemas/Customer"}}}
  /invoices:
    get:
      summary: List invoices
      tags: [Customers]
      security: [{oauth: ["invoices:read"]}]
      parameters:
        - {name: status, in: query, schema: {type: array, items: {$ref: "#/components/schemas/InvoiceStatus"}}}
        - {name: first, in: query, schema: {$ref: "#/components/schemas/InvoiceStatus"}}
      responses:
        "200":
          description: Invoices with their customers.
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  properties:
                    status: {$ref: "#/components/schemas/InvoiceStatus"}
                    customer:
                      anyOf: [{$ref: "#/components/schemas/Customer"}, {type: "null"}]
  /journal-entries:
    post:
      summary: Post an entry
      tags: [Customers]
      security: [{oauth: ["journal:write"]}]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                lines: {type: array, items: {$ref: "#/components/schemas/NewJournalLine"}}
      responses:
        "201":
          description: The lines.
          content: {application/json: {schema: {type: object, additionalProperties: {$ref: "#/components/schemas/JournalLine"}}}}
  /events:
    get:
      summary: Read events
      tags: [Customers]
      security: [{oauth: ["events:read"]}]
      responses:
        "200":
          description: Events.
          content: {application/json: {schema: {$ref: "#/components/schemas/EventList"}}}
  /members:
    get:
      summary: For members in person
      tags: [Members]
      security: [{session: []}]
      responses: {"204": {description: Nothing.}}
components:
  securitySchemes:
    session: {type: apiKey, in: cookie, name: s}
    oauth: {type: http, scheme: bearer}
  schemas:
    Amount: {type: string}
    CustomerType: {type: string, enum: [BUSINESS, PERSON]}
    InvoiceStatus: {type: string, enum: [DRAFT, ISSUED, PAID]}
    Page:
      type: object
      required: [data, hasMore, nextCursor]
      properties: {data: {type: array}, hasMore: {type: boolean}, nextCursor: {type: [string, "null"]}, total: {type: integer}}
    NewCustomer:
      type: object
      required: [type]
      properties:
        type: {$ref: "#/components/schemas/CustomerType"}
        taxNumber: {type: string}
    Customer:
      type: object
      required: [id, type, taxNumber]
      properties:
        id: {type: string}
        type: {$ref: "#/components/schemas/CustomerType"}
        taxNumber: {type: string, description: Its number.}
        parent: {$ref: "#/components/schemas/Customer"}
    CustomerList:
      description: Customers.
      allOf:
        - $ref: "#/components/schemas/Page"
        - properties: {data: {items: {$ref: "#/components/schemas/Customer"}}}
    NewJournalLine:
      type: object
      properties:
        accountId: {type: string}
        debit: {$ref: "#/components/schemas/Amount"}
        credit: {$ref: "#/components/schemas/Amount"}
      oneOf: [{required: [debit]}, {required: [credit]}]
    JournalLine:
      type: object
      required: [accountId, debit, credit]
      properties:
        accountId: {type: string}
        debit: {$ref: "#/components/schemas/Amount"}
        credit: {$ref: "#/components/schemas/Amount"}
    Event:
      type: object
      properties: {type: {type: string}, data: {type: object}}
    EventList:
      allOf:
        - $ref: "#/components/schemas/Page"
        - properties: {data: {items: {$ref: "#/components/schemas/Event"}}}
`

func smallEditions(t testing.TB) *edition.Editions {
	t.Helper()
	inJSON, err := yaml.YAMLToJSON([]byte(small))
	must(t, err)
	var document map[string]any
	must(t, json.Unmarshal(inJSON, &document))
	return editionsOf(t, api.Of(document))
}

// realEditions are those of the contract itself.
func realEditions(t testing.TB) *edition.Editions {
	t.Helper()
	description, err := api.Load()
	must(t, err)
	return editionsOf(t, description)
}

func editionsOf(t testing.TB, description *api.Description) *edition.Editions {
	t.Helper()
	editions, err := edition.New(edition.Config{
		Description: description, Service: "Service", BaseURL: "https://api.bakery.test", AuthURL: "https://app.bakery.test",
	})
	must(t, err)
	return editions
}

func lookup(t testing.TB, name string) version.Version {
	t.Helper()
	v, ok := version.Lookup(name)
	if !ok {
		t.Fatalf("there is no version %s", name)
	}
	return v
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
