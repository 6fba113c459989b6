package apicheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/counterpart/counterpart/api"
)

// checkAnswer judges an answer by the responses that are described.
func (c *contract) checkAnswer(responses api.Node, method string, resp *http.Response, body []byte) []string {
	response, ok := responses.Child(strconv.Itoa(resp.StatusCode))
	if !ok {
		return []string{fmt.Sprintf("the status %d is not described", resp.StatusCode)}
	}
	problems := c.checkHeaders(response, resp.Header)
	if problem := c.checkBody(response, method, resp.Header, body); problem != "" {
		problems = append(problems, problem)
	}
	return problems
}

func (c *contract) checkHeaders(response api.Node, header http.Header) []string {
	var problems []string
	headers, _ := response.Child("headers")
	for name, described := range headers.Children() {
		values := header.Values(name)
		required, _ := described.Child("required")
		switch {
		case len(values) == 0 && required.Value == true:
			problems = append(problems, fmt.Sprintf("the header %s is missing", name))
		case len(values) > 1:
			problems = append(problems, fmt.Sprintf("the header %s comes %d times", name, len(values)))
		case len(values) == 1:
			if err := c.checkHeader(described.At+"/schema", values[0]); err != nil {
				problems = append(problems, fmt.Sprintf("the header %s: %v", name, err))
			}
		}
	}
	return problems
}

// checkHeader takes digits for a text or a number, as the schema wants it.
func (c *contract) checkHeader(schema, text string) error {
	err := c.schemas.validate(schema, text)
	if n, notANumber := strconv.Atoi(text); err != nil && notANumber == nil {
		return c.schemas.validate(schema, n)
	}
	return err
}

func (c *contract) checkBody(response api.Node, method string, header http.Header, body []byte) (problem string) {
	content, ok := response.Child("content")
	if !ok {
		if len(body) > 0 {
			return "no body is described"
		}
		return ""
	}
	media, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return fmt.Sprintf("the content type %q: %v", header.Get("Content-Type"), err)
	}
	described, ok := content.Child(media)
	if !ok {
		return fmt.Sprintf("the content type %s is not described", media)
	}
	if method == http.MethodHead {
		return ""
	}
	return c.checkContent(described, media, body)
}

func (c *contract) checkContent(described api.Node, media string, body []byte) (problem string) {
	if media != "application/json" {
		return ""
	}
	if !json.Valid(body) {
		return "the body is not JSON"
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Sprintf("the body: %v", err)
	}
	if err := c.schemas.validate(described.At+"/schema", value); err != nil {
		return fmt.Sprintf("the body: %v", err)
	}
	return ""
}
