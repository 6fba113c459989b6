package route

import (
	"net/http"
	"strconv"
)

// WritePicture answers with a picture that we encoded ourselves, under the policy that
// Harden has set. caching is what the header Cache-Control says.
func WritePicture(w http.ResponseWriter, mediaType, caching string, image []byte) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(len(image)))
	h.Set("Cache-Control", caching)
	// An error here means that the client is gone; there is nobody to tell.
	_, _ = w.Write(image)
}
