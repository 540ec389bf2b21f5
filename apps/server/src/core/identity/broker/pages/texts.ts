/** Texts of the broker's pages, in the product's two languages (product.md section 9). */
const english = {
  title: 'Sign in to {account}',
  product: 'Holdfast',
  intro: 'Sign in to {account}',
  login: 'User reference or email',
  password: 'Password',
  submit: 'Sign in',
  cancel: 'Back to the portal',
  wrong: 'That user reference and password do not match. Check both and try again.',
  missing: 'Enter your user reference and your password.',
  limited: 'Too many tries. Try again in {minutes} min.',
  otherLanguage: 'Português (Brasil)',
  recorded: 'Every sign-in is recorded.',
  expiredTitle: 'This sign-in has expired',
  expired: 'It was open for too long, or was already used. Start again from the portal.',
  failedTitle: 'Sign-in is not possible',
  failed: 'The portal asked for something that this account does not allow. Start again from the portal.',
  unknownTitle: 'Page Not Found',
  unknown: 'There is nothing at this address.',
  upstreamTitle: 'Your organisation’s sign-in did not finish',
  upstream: 'Your organisation’s identity provider did not confirm who you are. Try again, or ask your administrator.',
  upstreamDownTitle: 'Your organisation’s sign-in cannot be reached',
  upstreamDown: 'Your organisation’s identity provider does not answer. Try again in a few minutes.',
  faultTitle: 'Internal Server Error',
  fault: 'Something went wrong here. Try again in a few minutes.',
  startAgain: 'Go to the portal',
}

export type TextName = keyof typeof english

const portuguese: Record<TextName, string> = {
  title: 'Entrar em {account}',
  product: 'Holdfast',
  intro: 'Entrar em {account}',
  login: 'Referência de usuário ou e-mail',
  password: 'Senha',
  submit: 'Entrar',
  cancel: 'Voltar ao portal',
  wrong: 'A referência de usuário e a senha não conferem. Verifique as duas e tente de novo.',
  missing: 'Informe a referência de usuário e a senha.',
  limited: 'Tentativas demais. Tente de novo em {minutes} min.',
  otherLanguage: 'English (UK)',
  recorded: 'Todo acesso é registrado.',
  expiredTitle: 'Este acesso expirou',
  expired: 'Ele ficou aberto por tempo demais ou já foi usado. Comece de novo pelo portal.',
  failedTitle: 'Não é possível entrar',
  failed: 'O portal pediu algo que esta conta não permite. Comece de novo pelo portal.',
  unknownTitle: 'Página não encontrada',
  unknown: 'Não há nada neste endereço.',
  upstreamTitle: 'O acesso da sua organização não foi concluído',
  upstream:
    'O provedor de identidade da sua organização não confirmou quem você é. Tente de novo ou fale com o administrador.',
  upstreamDownTitle: 'O acesso da sua organização está fora do ar',
  upstreamDown: 'O provedor de identidade da sua organização não responde. Tente de novo em alguns minutos.',
  faultTitle: 'Erro interno do servidor',
  fault: 'Algo deu errado por aqui. Tente de novo em alguns minutos.',
  startAgain: 'Ir para o portal',
}

const texts = { 'en-GB': english, 'pt-BR': portuguese } as const

export type PageLocale = keyof typeof texts

/** A text with its `{names}` filled in; not yet escaped. */
export const textOf = (locale: PageLocale, name: TextName, values: Record<string, string | number> = {}): string =>
  texts[locale][name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? key))

export const otherLocale = (locale: PageLocale): PageLocale => (locale === 'en-GB' ? 'pt-BR' : 'en-GB')
