import type { legalHoldsScreens as source } from '../en-gb/legal-holds-screens.ts'
import type { Translation } from './translation.ts'

export const legalHoldsScreens: Translation<typeof source> = {
  'page.legal_holds': 'Guardas legais',
  'page.matters': 'Casos',
  'holds.lead':
    'Nada que uma guarda alcança é excluído ou destruído, nem por pessoas nem pela retenção, enquanto ao menos uma guarda durar.',
  'holds.empty': 'Nenhuma guarda ativa',
  'holds.empty_body':
    'Aplique uma guarda sobre uma pessoa, um grupo ou gravações para preservar tudo o que é deles para um caso ou uma investigação.',
  'holds.on': 'Sob guarda',
  'holds.kind': 'Tipo',
  'holds.matter': 'Caso',
  'holds.matter_hint': 'O caso ou a investigação a que a guarda pertence',
  'holds.choose_matter': 'Escolha um caso',
  'holds.since': 'Desde',
  'holds.placed_by': 'Aplicada por',
  'holds.released_by': 'Liberada por',
  'holds.released_at': 'Liberada em',
  'holds.shown': 'Mostrar',
  'holds.shown_all': 'Ativas e liberadas',
  'holds.active': 'Ativa',
  'holds.released': 'Liberada',
  'holds.release_asked': 'Liberação pedida',
  'holds.ends_on': 'Termina em {day}',
  'holds.overdue': 'Atrasada',
  'holds.of_matter': 'Caso {matter}',
  'holds.place': 'Aplicar guarda',
  'holds.place_on': '{count, plural, one {Aplicar guarda sobre # gravação} other {Aplicar guarda sobre # gravações}}',
  'holds.item_placed': 'Sob guarda',
  'holds.hold_filter': 'Aplicar guarda a este filtro',
  'holds.filter_body':
    'Cada gravação que os filtros encontram agora recebe uma guarda própria, se você puder lê-la. As que chegarem depois não ficam sob guarda: para elas, aplique uma guarda sobre a pessoa ou o grupo.',
  'holds.filter_placed':
    '{count, plural, =0 {Nenhuma gravação foi posta sob guarda} one {# gravação foi posta sob guarda} other {# gravações foram postas sob guarda}}.',
  'holds.filter_unchanged':
    '{count, plural, one {# já tinha uma guarda deste caso} other {# já tinham uma guarda deste caso}}.',
  'holds.filter_stopped': 'Você interrompeu: as demais gravações não estão sob guarda.',
  'holds.placed': 'A guarda foi aplicada',
  'holds.all_placed': 'As guardas foram aplicadas',
  'holds.some_placed': 'Nem todas as guardas foram aplicadas',
  'holds.none_placed': 'Nada foi aplicado',
  'holds.placed_count': '{count} de {all} guardas estão aplicadas',
  'holds.not_placed': 'Não aplicada: {why}',
  'holds.place_several': 'Aplicar {count} guardas',
  'holds.also_on': 'Também sobre',
  'holds.remove_target': 'Remover {target}',
  'holds.protects':
    '{count, plural, =0 {Ainda não há gravações; a guarda preserva o que chegar} one {Ela preserva # gravação e tudo o que chegar depois} other {Ela preserva # gravações e tudo o que chegar depois}}.',
  'holds.protects_capped': 'Ela preserva mais de {count, plural, other {#}} gravações e tudo o que chegar depois.',
  'holds.gone_before':
    '{count, plural, =0 {Nada foi destruído antes} one {# gravação foi destruída antes e não existe mais} other {# gravações foram destruídas antes e não existem mais}}.',
  'holds.was_destroyed': 'Ela foi destruída antes de a guarda ser aplicada.',
  'holds.was_there': 'Este caso já tinha uma guarda sobre isto.',
  'holds.reach_DeviceUser':
    'Preserva tudo o que foi e será gravado da pessoa, também depois que ela mudar de grupo ou de dispositivo ou sair.',
  'holds.reach_PortalUser':
    'Preserva os comentários, as revisões e os registros da pessoa na trilha, e as gravações que ela comentou ou revisou.',
  'holds.reach_Group': 'Preserva tudo o que foi e será gravado no grupo.',
  'holds.reach_Payload': 'Preserva a gravação, mesmo que outras guardas terminem.',
  'holds.release': 'Liberar',
  'holds.confirm_release': 'Confirmar liberação',
  'holds.ask_release': 'Pedir liberação',
  'holds.ask_and_confirm': 'Pedir e confirmar',
  'holds.step_ask':
    '{count, plural, one {Você pede a liberação de # guarda; outra pessoa precisa confirmá-la:} other {Você pede a liberação de # guardas; outra pessoa precisa confirmá-la:}}',
  'holds.step_confirm':
    '{count, plural, one {Você confirma a liberação de # guarda:} other {Você confirma a liberação de # guardas:}}',
  'holds.step_own':
    '{count, plural, one {Você mesmo pediu a liberação de # guarda; outra pessoa precisa confirmá-la:} other {Você mesmo pediu a liberação de # guardas; outra pessoa precisa confirmá-la:}}',
  'holds.step_waits':
    '{count, plural, one {A liberação de # guarda já está confirmada:} other {A liberação de # guardas já está confirmada:}}',
  'holds.release_which': '{label}: {target}, {matter}',
  'holds.release_title': 'Liberar esta guarda?',
  'holds.release_of': '{count, plural, one {Liberar # guarda?} other {Liberar # guardas?}}',
  'holds.release_reason': 'Motivo da liberação',
  'holds.release_reason_hint': 'Fica com a guarda e na trilha',
  'holds.asked_by': 'Pedida por',
  'holds.and_more': '{count, plural, one {e mais #} other {e mais #}}',
  'holds.frees_several':
    'As gravações que nenhuma outra guarda preserva podem então ser excluídas, e são destruídas quando a retenção o determina.',
  'holds.confirm_title': 'Confirmar a liberação desta guarda?',
  'holds.frees_DeviceUser':
    'As gravações da pessoa que nenhuma outra guarda preserva podem então ser excluídas, e são destruídas quando a retenção o determina.',
  'holds.frees_PortalUser':
    'Comentários, revisões e registros da pessoa, e as gravações que ela comentou ou revisou, deixam de ser preservados por ela.',
  'holds.frees_Group':
    'As gravações do grupo que nenhuma outra guarda preserva podem então ser excluídas, e são destruídas quando a retenção o determina.',
  'holds.frees_Payload':
    'Se nenhuma outra guarda a preserva, a gravação pode então ser excluída, e é destruída quando a retenção o determina.',
  'holds.frees_last': 'O que outra guarda também alcança permanece até que a última termine.',
  'holds.second_person': 'Você pede a liberação; outra pessoa precisa confirmá-la.',
  'holds.cooling_off':
    '{days, plural, =0 {Depois disso ela vale imediatamente} one {Depois da confirmação ela vale em # dia, e pode ser desfeita aplicando a guarda de novo} other {Depois da confirmação ela vale em # dias, e pode ser desfeita aplicando a guarda de novo}}.',
  'holds.told_released': 'A guarda foi liberada',
  'holds.told_asked': 'A liberação foi pedida; outra pessoa precisa confirmá-la',
  'holds.told_confirmed': 'A liberação foi confirmada e vale a partir da sua data',
  'holds.person_has_none': 'Nenhuma guarda sobre esta pessoa.',
  'holds.with_released': 'Com guardas liberadas',
  'holds.on_hold': 'Sob guarda legal',
  'holds.on_hold_body': 'Esta gravação não pode ser excluída nem destruída. Ela é preservada para:',
  'matters.lead':
    'Os casos e investigações para os quais gravações são preservadas. Um caso pode ser encerrado depois que suas guardas forem liberadas.',
  'matters.empty': 'Ainda não há casos',
  'matters.empty_body':
    'Um caso tem um motivo, um autor e um dia em que alguém verifica se suas guardas ainda são necessárias.',
  'matters.new': 'Novo caso',
  'matters.new_one': 'Novo caso…',
  'matters.open_it': 'Abrir o caso',
  'matters.was_opened': 'O caso foi aberto',
  'matters.reference': 'Referência do caso',
  'matters.reference_hint': 'Por exemplo, o número do processo. Não pode ser alterada depois.',
  'matters.title': 'Título',
  'matters.reason_hint': 'Por que gravações precisam ser preservadas',
  'matters.review_on': 'Revisão',
  'matters.review_hint': 'Quando alguém verifica se as guardas ainda são necessárias',
  'matters.open': 'Aberto',
  'matters.closed': 'Encerrado',
  'matters.closed_hint': 'Não aceita novas guardas; as suas precisam ser liberadas antes',
  'matters.opened_at': 'Aberto em',
  'matters.opened_by': 'Aberto por',
  'matters.change': 'Alterar',
  'matters.change_which': 'Alterar {matter}',
  'matters.release_all': '{count, plural, one {Liberar a sua guarda} other {Liberar as suas # guardas}}',
  'matters.release_all_title': 'Liberar tudo de {matter}?',
  'matters.release_all_body':
    'O que nenhuma outra guarda preserva pode então ser excluído, e é destruído quando a retenção o determina.',
  'matters.released': 'As guardas do caso estão sendo liberadas',
  'matters.not_released':
    '{refused, plural, one {# guarda precisa de outra pessoa} other {# guardas precisam de outra pessoa}}',
  'matters.hold_count': '{count, plural, =0 {Nenhuma} one {# guarda} other {# guardas}}',
}
