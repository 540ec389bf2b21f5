import type { ServerResponse } from 'node:http'
import { type PageLocale, type TextName, textOf } from './texts.ts'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export interface Page {
  locale: PageLocale
  /** Plain text; escaped here. */
  title: string
  /** HTML whose texts are already escaped. */
  content: string
  /** The broker's issuer. Its path leads to the style sheet on every host that shows a page. */
  issuer: string
}

/** The portal's logo: a waveform. */
const logo = `<svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<rect width="32" height="32" rx="8"/><path d="M8 13v6M12 9v14M16 12v8M20 7v18M24 13v6"/></svg>`

export const renderPage = ({ locale, title, content, issuer }: Page): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · ${escapeHtml(textOf(locale, 'product'))}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${escapeHtml(new URL(issuer).pathname)}/assets/sign-in.css">
</head>
<body>
<main class="card">
<p class="brand">${logo}<span>${escapeHtml(textOf(locale, 'product'))}</span></p>
${content}
</main>
</body>
</html>
`

/**
 * Headers of every page: only our style sheet may load, no page may frame it, and it is never cached.
 * @param formTargets origins to which the response to a form may redirect; browsers check those redirects, too
 */
export const pageHeaders = (formTargets: readonly string[] = []): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

export type Notice = 'expired' | 'failed' | 'unknown' | 'upstream' | 'upstreamDown' | 'fault'

/** A page that says why a sign-in can't continue, with a link to the portal. */
export const renderNotice = (notice: Notice, locale: PageLocale, issuer: string): string => {
  const text = (name: TextName) => textOf(locale, name)
  return renderPage({
    locale,
    issuer,
    title: text(`${notice}Title`),
    content: `<h1>${escapeHtml(text(`${notice}Title`))}</h1>
<p class="intro">${escapeHtml(text(notice))}</p>
<p><a class="button" href="/">${escapeHtml(text('startAgain'))}</a></p>`,
  })
}

export const sendPage = (
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = pageHeaders(),
): void => {
  response.writeHead(status, headers).end(html)
}
