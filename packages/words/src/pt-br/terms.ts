import type { terms as source } from '../en-gb/terms.ts'
import type { Translation } from './translation.ts'

export const terms: Translation<typeof source, 'terms'> = {
  'page.terms': 'Termos de uso',
  'terms.title': 'Termos de uso',
  'terms.version': 'Versão {version}',
  'terms.accept': 'Aceitar os termos',
  'terms.accept_hint': 'São registrados o seu nome, a hora, esta versão e o seu endereço de rede.',
  'terms.accepted': 'Você aceitou esta versão.',
  'terms.must_accept': 'Aceite os termos atuais para continuar.',
  'terms.read_signed_out': 'Entre para ler e aceitar os termos da sua conta.',
  'noun.terms': 'os termos',
  'did.POST /terms/acceptance': 'Aceitou os termos',
  'refusal.terms.version_superseded': 'Estes termos foram substituídos por uma versão mais nova',
}
