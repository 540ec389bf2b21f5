import type { session as source } from '../en-gb/session.ts'
import type { Translation } from './translation.ts'

export const session: Translation<typeof source, 'auth'> = {
  'page.sign_in': 'Entrar',
  'sign_in.title': 'Entrar',
  'sign_in.lead': 'Informe o identificador da sua conta. Em seguida, sua organização confirma quem você é.',
  'sign_in.client': 'Identificador da conta',
  'sign_in.client_hint': 'Por exemplo, acme-bank. A equipe do provedor informa admin.',
  'sign_in.client_invalid': 'Letras minúsculas, dígitos e hifens, de 3 a 40 caracteres, começando com uma letra',
  'sign_in.client_unknown': 'Não há conta com este identificador. Confira a grafia ou fale com o seu administrador.',
  'sign_in.continue': 'Continuar',
  'sign_in.continue_to': 'Continuar para {name}',
  'sign_in.other_account': 'Usar outra conta',
  'sign_in.returning': 'Entrando…',
  'sign_in.failed_title': 'Não foi possível entrar',
  'sign_in.failed_exchange':
    'O código de entrada não foi aceito. Ele vale uma única vez e por poucos minutos. Comece de novo.',
  'sign_in.failed_state':
    'Esta entrada não começou nesta aba, por isso não foi concluída. Isso protege você de links que o fariam entrar como outra pessoa. Comece de novo.',
  'sign_in.failed_provider': 'Sua página de entrada respondeu: {reason}',
  'sign_in.again': 'Começar de novo',
  'sign_in.side_title': 'Cada gravação, completa e documentada.',
  'sign_in.side_body': 'Você ouve exatamente o que o aparelho selou. A trilha de auditoria mostra quem ouviu.',
  'did.POST /session/sign_out': 'Saiu',
  'did.GET /url': 'Começou a entrar',
  'did.GET /account/metadata': 'Consultou como entrar',
  'did.GET /exchange': 'Pediu para entrar ou para renovar uma sessão',
  'did.GET /profile': 'Consultou o próprio perfil',
  'refusal.auth.required': 'A autenticação expirou',
  'refusal.auth.bad_token': 'A autenticação expirou',
  'refusal.auth.bad_support_prefix': 'O prefixo do acesso de suporte não é válido',
  'refusal.auth.exchange_failed': 'O código de entrada não pôde ser trocado',
  'refusal.auth.other_host': 'Esta conta não é atendida neste endereço',
  'refusal.auth.forbidden': 'Você não tem permissão para fazer isto',
  'refusal.auth.address_not_allowed': 'Isto não é permitido a partir do seu endereço de rede',
  'refusal.auth.terms_required': 'Os termos atuais precisam ser aceitos primeiro',
  'refusal.auth.inactive': 'A autenticação expirou',
}
