import type { session as source } from '../en-gb/session.ts'

export const session: Record<keyof typeof source, string> = {
  'sign_in.title': 'Entrar',
  'sign_in.lead': 'Informe o identificador da sua conta. Em seguida, sua organização confirma quem você é.',
  'sign_in.client': 'Identificador da conta',
  'sign_in.client_hint': 'Por exemplo, acme-bank. A equipe do provedor informa admin.',
  'sign_in.client_invalid': 'Letras minúsculas, dígitos e hifens, de 3 a 40 caracteres, começando com uma letra',
  'sign_in.client_unknown': 'Não há conta com este identificador. Confira a grafia ou fale com o seu administrador.',
  'sign_in.continue': 'Continuar',
  'sign_in.continue_to': 'Continuar para {name}',
  'sign_in.other_account': 'Usar outra conta',
  'sign_in.going': 'Levando você à sua página de entrada…',
  'sign_in.returning': 'Entrando…',
  'sign_in.failed_title': 'Não foi possível entrar',
  'sign_in.failed_exchange':
    'O código de entrada não foi aceito. Ele vale uma única vez e por poucos minutos. Comece de novo.',
  'sign_in.failed_state':
    'Esta entrada não começou nesta aba, por isso não foi concluída. Isso protege você de links que o fariam entrar como outra pessoa. Comece de novo.',
  'sign_in.failed_provider': 'Sua página de entrada respondeu: {reason}',
  'sign_in.again': 'Começar de novo',
  'sign_in.side_title': 'Cada gravação, íntegra e documentada.',
  'sign_in.side_body': 'O que o aparelho selou é o que você ouve. Quem ouviu fica registrado, e você também.',
  'terms.title': 'Termos de uso',
  'terms.version': 'Versão {version}',
  'terms.accept': 'Aceitar os termos',
  'terms.accept_hint': 'São registrados o seu nome, a hora, esta versão e o seu endereço de rede.',
  'terms.accepted': 'Você aceitou esta versão.',
  'terms.must_accept': 'Aceite os termos atuais para continuar.',
  'terms.read_signed_out': 'Entre para ler e aceitar os termos da sua conta.',
  'support.banner': 'Modo de suporte: você está dentro de {client}',
  'support.end': 'Encerrar',
}
