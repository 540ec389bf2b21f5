import type { access as source } from '../en-gb/access.ts'
import type { Translation } from './translation.ts'

export const access: Translation<typeof source, 'access'> = {
  'explain.title': 'Por que alguém pode ou não pode fazer algo',
  'explain.assignee': 'Pessoa ou aplicativo',
  'explain.people': 'Pessoas',
  'explain.apps': 'Aplicativos',
  'explain.action': 'Ação',
  'explain.group': 'Grupo',
  'explain.ask': 'Por quê?',
  'explain.can': '{who} pode fazer isto',
  'explain.cannot': '{who} não pode fazer isto',
  'explain.could': '{who} poderia fazer isto',
  'explain.could_not': '{who} não poderia fazer isto',
  'explain.never_signed_in':
    'Ninguém com este nome entrou ainda. As funções vêm do seu provedor de identidade no primeiro acesso.',
  'explain.by_default': 'Se o provedor não indicar uma função, a pessoa recebe a função padrão da conta, {role}:',
  'explain.no_default':
    'Se o provedor não indicar uma função, a pessoa não pode fazer nada: a conta não tem função padrão.',
  'explain.missing': 'Isto também exige: {action}.',
  'explain.not_from_everywhere': 'Mas não a partir de qualquer endereço de rede.',
  'explain.from_elsewhere': 'É permitido a partir de outros endereços de rede.',
  'explain.inactive': 'Esta pessoa foi removida da conta.',
  'explain.address': 'O acesso a partir deste endereço de rede não é permitido.',
  'explain.withheld_Personal': 'A gravação é com um número pessoal: ninguém pode abrir o conteúdo.',
  'explain.withheld_NoS3Url': 'Não há conteúdo para abrir. Estado da gravação: {state}.',
  'explain.visits': 'Acesso de suporte',
  'explain.no_roles': 'Não tem funções.',
  'explain.nothing_allows': 'Nenhuma permissão de suas funções o permite.',
  'explain.show_others':
    '{count, plural, one {Mostrar # permissão sem efeito} other {Mostrar # permissões sem efeito}}',
  'explain.hide_others': 'Ocultar permissões sem efeito',
  'explain.applies': 'aplica-se',
  'explain.other_action': 'trata de outras ações',
  'explain.role_not_live': 'a função não vale para este tipo ou a partir deste endereço',
  'explain.concerns_no_group': 'limita-se a grupos, mas a ação diz respeito à conta inteira',
  'explain.no_group_in_question': 'limita-se a grupos, e nenhum grupo foi informado',
  'explain.conditions_not_met': 'o grupo não atende às condições',
  'explain.nobody': 'Ninguém.',
  'explain.short_payloads:read': 'encontrar',
  'explain.short_payloads:play': 'reproduzir',
  'explain.short_payloads:download': 'baixar',
  'grant.title_roles': 'Permissões que você não pode conceder',
  'grant.title_account': 'Funções que você não pode definir como padrão',
  'grant.title_apps': 'Funções que você não pode dar a aplicativos',
  'grant.title_support_access': 'Você não pode deixar ninguém entrar com esta função',
  'grant.title_people': 'Funções que você não pode dar',
  'grant.more': 'mais {count}',
  'grant.beyond_own_mark': '– esta você não pode dar',
  'grant.beyond_own': 'Você não pode dar {role}: ela permite mais do que as suas próprias funções.',
  'grant.why': 'Você só pode conceder permissões que você mesmo tem.',
  'grant.who': 'Quem pode conceder isto: {who}.',
  'grant.who_some': '{who} pode conceder: {what}',
  'grant.nobody':
    'Ninguém que já entrou pode conceder isto. Seu provedor de identidade precisa dar a alguém as funções necessárias.',
  'grant.nobody_send':
    'Ninguém que já entrou pode conceder isto. Você pode escolher mesmo assim e enviar a mudança para aprovação: ela espera até que alguém que possa concedê-lo entre e a aprove.',
  'gains.title':
    '{total, plural, one {Isto dá acesso a # pessoa ou aplicativo} other {Isto dá acesso a # pessoas e aplicativos}}',
  'gains.takes':
    '{losing, plural, one {Isto tira acesso de # pessoa ou aplicativo} other {Isto tira acesso de # pessoas e aplicativos}}',
  'gains.in_groups': '{actions} em {groups}',
  'gains.more_groups': '{count, plural, one {mais # grupo} other {mais # grupos}}',
  'gains.no_groups': 'nenhum grupo no momento',
  'gains.more': '{count, plural, one {e mais #} other {e mais #}}',
  'gains.unnamed_person': 'Uma pessoa',
  'gains.unnamed_visitor': 'Um membro da equipe do provedor',
  'gains.unnamed_app': 'Um aplicativo',
  'gains.second_person':
    'O acesso ao conteúdo de gravações exige uma segunda pessoa: em vez de salvar, envie para aprovação abaixo.',
  'gains.accept':
    '{count, plural, one {Dar este acesso, embora eu mesmo não o tenha por inteiro} other {Dar este acesso às # pessoas e aplicativos acima, embora eu mesmo não o tenha por inteiro}}',
  'impact.title':
    '{gaining, plural, =0 {Isto não dá mais acesso a ninguém} one {Isto dá mais acesso a # pessoa ou aplicativo} other {Isto dá mais acesso a # pessoas e aplicativos}}{losing, plural, =0 {} one { e tira acesso de # pessoa ou aplicativo} other { e tira acesso de # pessoas e aplicativos}}',
  'impact.nobody':
    '{total, plural, =0 {Isto não afeta ninguém no momento; por isso ninguém ganha nem perde acesso.} other {Ninguém ganha nem perde acesso com isto.}}',
  'moves.title':
    '{gaining, plural, =0 {Ninguém ganha} one {# pessoa ou aplicativo ganha} other {# pessoas e aplicativos ganham}} acesso às novas gravações, {losing, plural, =0 {ninguém o perde} one {# o perde} other {# o perdem}}',
  'moves.nobody': 'Ninguém ganha nem perde acesso com a mudança',
  'moves.past': 'As gravações anteriores permanecem no grupo em que foram feitas.',
  'moves.exceeds_own': 'Você não pode fazer esta mudança. Com ela poderia fazer algo que hoje não pode: {action}',
  'impact.gains': '{count, plural, one {poderá {what}} other {poderão {what}}}',
  'impact.loses': '{count, plural, one {não poderá mais {what}} other {não poderão mais {what}}}',
  'impact.in_account': '{actions} na conta',
  'impact.in_all': '{actions} em todos os grupos',
  'impact.many': 'fazer {count} coisas',
  'impact.who_more': '{count, plural, one {mais #} other {mais #}}',
  'impact.groups_hint': 'Só são contados os grupos que você pode ver.',
  'impact.exceeds_own': 'Você não pode dar a função {role}, porque você mesmo não pode fazer isto: {action}',
  'impact.ends_sooner':
    'Você não pode dar a função {role} sem prazo, porque você mesmo só pode fazer isto por um tempo: {action}',
  'gains.delete': 'Excluir e dar este acesso',
  'explain.who_may': 'Quem tem acesso',
  'explain.who_may_hint': 'Quem pode encontrar, reproduzir ou baixar esta gravação, e por qual função.',
  'explain.show': 'Mostrar pessoas',
  'noun.access': 'quem tem acesso',
  'refusal.access.exceeds_own': 'Você não pode conceder o que não poderia fazer',
  'refusal.access.ends_sooner':
    'Você só pode fazer isto por um tempo e, por isso, não pode concedê-lo além desse prazo',
  'refusal.access.needs_second_person':
    'Isto dá acesso ao conteúdo de gravações, o que uma segunda pessoa tem de aprovar: envie para aprovação',
  'refusal.access.not_known_then':
    'Sabe-se quem teve acesso desde {since} até agora: o que valia antes não foi guardado',
  'refusal.access.opens_to_others':
    '{beyond_own_total, plural, one {Isto permite a outra pessoa ou aplicativo} other {Isto permite a # outras pessoas ou aplicativos}} o que você mesmo não poderia conceder; confirme',
}
