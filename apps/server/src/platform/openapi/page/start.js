// Disables the library's own services, and sending requests, which a page with an opaque origin can't do.
window.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  defaultOpenAllTags: true,
  withDefaultFonts: false,
  telemetry: false,
  hideTestRequestButton: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
