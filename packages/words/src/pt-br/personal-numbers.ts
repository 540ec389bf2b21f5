import type { personalNumbers as source } from '../en-gb/personal-numbers.ts'
import type { Translation } from './translation.ts'

export const personalNumbers: Translation<typeof source, 'personal_numbers' | 'personal_number'> = {
  'page.personal_numbers': 'Números pessoais',
  'noun.personal_numbers': 'números pessoais',
  'numbers.lead':
    'As gravações com estes números são guardadas, mas ninguém pode abri-las. Isso vale da inclusão de um número até a sua remoção.',
  'numbers.number': 'Número',
  'numbers.removed_reason': 'Por que foi removido',
  'numbers.active': 'Pessoal',
  'numbers.inactive': 'Removido',
  'numbers.part': 'Qualquer parte de um número',
  'numbers.empty': 'Ainda não há números pessoais',
  'numbers.empty_body':
    'Aqui aparecem números de médicos, escolas ou familiares. Ninguém pode abrir as chamadas e mensagens com eles.',
  'numbers.person_has_none': 'Esta pessoa não tem números pessoais.',
  'numbers.with_removed': 'Incluir removidos',
  'numbers.add': 'Incluir números',
  'numbers.add_these': '{count, plural, =0 {Incluir} one {Incluir # número} other {Incluir # números}}',
  'numbers.add_hint':
    'As gravações feitas com estes números a partir de agora ficam fechadas para todos, não importa quando chegarem. As gravações anteriores ficam como estão.',
  'numbers.numbers': 'Números',
  'numbers.numbers_hint': 'Um por linha, com o código do país, como +55 11 91234-5678.',
  'numbers.wrong':
    'Não é um número com o código do país, de 6 a 30 dígitos: {numbers}{more, plural, =0 {} other { e mais #}}',
  'numbers.too_many_at_once': 'No máximo {count} de uma vez.',
  'numbers.reason_hint': 'Visível para todos que podem ler a trilha de auditoria do grupo.',
  'numbers.added':
    '{count, plural, =0 {Nada foi incluído} one {# número pessoal incluído} other {# números pessoais incluídos}}',
  'numbers.were_already': '{count, plural, one {# já era pessoal} other {# já eram pessoais}}',
  'numbers.already': 'Já é pessoal',
  'numbers.preview': 'Gravações dos últimos {days} dias',
  'numbers.preview_reading': 'Contando as gravações com estes números…',
  'numbers.preview_failed':
    'Não foi possível contar as gravações com estes números. Você pode incluir os números mesmo assim.',
  'numbers.preview_count': '{count, plural, =0 {Nenhuma gravação} one {# gravação} other {# gravações}}',
  'numbers.preview_latest': 'a última em',
  'numbers.preview_none':
    '{count, plural, one {Nenhuma gravação com # número.} other {Nenhuma gravação com # números.}}',
  'numbers.preview_note':
    'Só são contadas as gravações que você pode ver. Elas ainda podem ser abertas; as novas, não. Um número com muitas gravações é de um cliente ou colega?',
  'numbers.preview_seen': 'Só são contadas as gravações que você pode ver.',
  'numbers.preview_capped': 'Só as 20.000 gravações mais recentes da pessoa foram consideradas.',
  'numbers.remove': 'Remover',
  'numbers.remove_which': 'Remover {number}',
  'numbers.remove_title': 'Remover {number}?',
  'numbers.remove_body':
    'As gravações feitas com ele até agora ficam fechadas para todos. As novas podem ser abertas por pessoas com uma função que permite.',
  'numbers.removed': 'Removido',
  'did.PUT /personal_numbers': 'Incluiu números pessoais',
  'did.DELETE /personal_numbers': 'Removeu números pessoais',
  'did.POST /personal_numbers/preview': 'Pré-visualizou o efeito de números pessoais',
  'tried.PUT /personal_numbers': 'Tentou incluir números pessoais',
  'tried.DELETE /personal_numbers': 'Tentou remover números pessoais',
  'tried.POST /personal_numbers/preview': 'Tentou pré-visualizar o efeito de números pessoais',
  'done.personal_number.added': 'Incluiu números pessoais',
  'done.personal_number.removed': 'Removeu números pessoais',
  'action.personal_numbers:read': 'Ver números pessoais',
  'action.personal_numbers:write': 'Incluir e remover números pessoais',
  'refusal.personal_number.too_many':
    'Uma pessoa pode ter até {limit} números pessoais ao mesmo tempo; remova alguns antes',
}
