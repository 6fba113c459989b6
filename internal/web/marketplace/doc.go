// Package marketplace is the face of what everybody may read: the live listings of
// apps, as JSON on the API host, and the pictures that they show. No session is
// asked for and none is looked at; addresses are counted. The same listings have
// pages on the app host (package pages).
package marketplace
