// Without what the library offers of its own services, and without sending requests: a page of no origin can't.
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
