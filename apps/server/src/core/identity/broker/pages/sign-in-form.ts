import { escapeHtml, renderPage } from './layout.ts'
import { otherLocale, type PageLocale, type TextName, textOf } from './texts.ts'

export interface SignInForm {
  locale: PageLocale
  issuer: string
  accountName: string
  /** The login that was typed before, so that it need not be typed again. */
  login: string
  /** Why the last try was refused. */
  refusal?: { text: 'wrong' | 'missing' } | { text: 'limited'; minutes: number }
}

export const renderSignInForm = (form: SignInForm): string => {
  const { locale, issuer, accountName, login, refusal } = form
  const text = (name: TextName, values?: Record<string, string | number>) => escapeHtml(textOf(locale, name, values))
  const described = refusal === undefined ? '' : ' aria-invalid="true" aria-describedby="refusal"'
  return renderPage({
    locale,
    issuer,
    title: textOf(locale, 'title', { account: accountName }),
    content: `<h1>${text('intro', { account: accountName })}</h1>
${refusal === undefined ? '' : `<p class="refusal" id="refusal" role="alert">${text(refusal.text, { ...refusal })}</p>`}
<form method="post" autocomplete="on">
<input type="hidden" name="locale" value="${locale}">
<label for="login">${text('login')}</label>
<input id="login" name="login" type="text" required maxlength="255" autocomplete="username" autocapitalize="none" spellcheck="false" value="${escapeHtml(login)}"${described}${login === '' ? ' autofocus' : ''}>
<label for="password">${text('password')}</label>
<input id="password" name="password" type="password" required maxlength="256" autocomplete="current-password"${described}${login === '' ? '' : ' autofocus'}>
<button class="button" type="submit" name="act" value="sign_in">${text('submit')}</button>
<button class="link" type="submit" name="act" value="cancel" formnovalidate>${text('cancel')}</button>
</form>
<footer><span>${text('recorded')}</span> <a href="?locale=${otherLocale(locale)}" lang="${otherLocale(locale)}" hreflang="${otherLocale(locale)}">${text('otherLanguage')}</a></footer>`,
  })
}
