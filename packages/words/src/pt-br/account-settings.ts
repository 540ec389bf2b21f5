import type { accountSettings as source } from '../en-gb/account-settings.ts'
import type { Translation } from './translation.ts'

export const accountSettings: Translation<typeof source, 'account'> = {
  'page.settings': 'Configurações da conta',
  'settings.defaults': 'Padrões',
  'settings.defaults_hint':
    'Para pessoas a quem o provedor de identidade não atribui grupo ou função. Uma mudança da função vale imediatamente, a não ser que uma segunda pessoa tenha de aprová-la.',
  'settings.user_group': 'Grupo',
  'settings.role': 'Função',
  'settings.networks': 'Redes da conta',
  'settings.networks_hint':
    'As redes de onde pessoas e aplicativos podem usar a conta. Redes novas deixam de valer após 15 minutos se não forem confirmadas.',
  'settings.limit_unconfirmed': 'Estas redes ainda não foram confirmadas',
  'settings.limit_unconfirmed_body':
    'A conta só pode ser usada a partir de {networks}. Se ninguém confirmar isso de dentro dessas redes, o limite perde a validade e volta a valer: {otherwise}.',
  'settings.limit_confirm': 'Confirmar estas redes',
  'settings.limit_left': 'Tempo restante para confirmar',
  'settings.limit_confirmed': 'Redes confirmadas',
  'settings.shut_out':
    '{count, plural, one {# pessoa ou aplicativo ficaria de fora} other {# pessoas e aplicativos ficariam de fora}}',
  'settings.shut_out_hint': 'Nos últimos 30 dias, usaram a conta a partir de endereços fora destas redes.',
  'settings.shut_out_app': 'Aplicativo {name}',
  'settings.shut_out_inside_too': 'também a usou de dentro delas',
  'settings.shut_out_more': 'e mais {count}',
  'settings.shut_out_nobody': 'Ninguém que usou a conta nos últimos 30 dias ficaria de fora.',
  'settings.shut_out_looking': 'Verificando quem usou a conta, e de onde, nos últimos 30 dias…',
  'settings.shut_out_unknown': 'Não foi possível verificar quem ficaria de fora.',
  'settings.recordings': 'Gravações',
  'settings.silent_days': 'Desativar dispositivos sem contato após (dias)',
  'settings.silent_days_hint':
    'Um dispositivo que ficou sem contato por esse tempo é desativado. Ele volta a ficar ativo assim que se autenticar.',
  'settings.silent_days_range': 'Informe de 1 a {most, number} dias.',
  'settings.word_search': 'Pesquisar as palavras das mensagens',
  'settings.word_search_hint':
    'Mensagens e comentários podem ser encontrados pelas palavras. As palavras são indexadas como hashes com chave, não como texto.',
  'settings.ask_before_pictures': 'Perguntar antes de mostrar imagens nas listas',
  'settings.ask_before_pictures_hint':
    'As listas de fotos e vídeos não mostram imagens até que a pessoa as peça. Sem isso, cada gravação cuja imagem aparece na tela é registrada como vista.',
  'settings.devices': 'Dispositivos',
  'settings.gps_hint':
    'Com que frequência os dispositivos registram sua posição GPS. Intervalos menores dão um trajeto mais detalhado, mas gastam mais bateria. Os dispositivos adotam uma mudança na próxima vez que buscarem a configuração.',
  'settings.gps_interval': 'Posição GPS a cada',
  'settings.gps_unit': 'Unidade',
  'settings.gps_seconds': 'segundos',
  'settings.gps_minutes': 'minutos',
  'settings.gps_hours': 'horas',
  'settings.gps_every_seconds': 'a cada {count, plural, one {# segundo} other {# segundos}}',
  'settings.gps_every_minutes': 'a cada {count, plural, one {# minuto} other {# minutos}}',
  'settings.gps_every_hours': 'a cada {count, plural, one {# hora} other {# horas}}',
  'settings.gps_a_day': 'Até {count, plural, one {# posição} other {# posições}} por dispositivo por dia.',
  'settings.gps_range': 'Informe um intervalo entre 1 segundo e 24 horas.',
  'noun.defaults': 'configurações da conta',
  'noun.settings': 'configurações das gravações',
  'did.POST /account/defaults/confirmation': 'Confirmou as redes da conta',
  'settings.hold_release_second': 'Uma segunda pessoa confirma a liberação de guardas legais',
  'settings.hold_release_second_hint':
    'Liberar uma guarda apenas a solicita. Ela termina depois que outra pessoa confirmar e passarem os dias abaixo. Desligar isto leva pelo menos 7 dias para ter efeito.',
  'settings.hold_release_days': 'Dias entre a confirmação e o fim de uma guarda',
  'settings.hold_release_days_hint': '0: a guarda termina assim que a liberação é confirmada.',
  'settings.needs_second_person': 'Uma segunda pessoa aprova o acesso ao conteúdo',
  'settings.needs_second_person_hint':
    'Vale para funções, suas atribuições, aplicativos, a função padrão e etiquetas. Mudanças que tiram acesso valem na hora. Para desligar isto também é preciso uma segunda pessoa.',
  'refusal.account.nobody_to_approve':
    'Ninguém mais pode mudar as configurações da conta e ver funções, sem contar funções por um tempo. Seu provedor de identidade tem de dar antes a alguém uma função assim',
  'refusal.account.needs_second_person':
    'Uma segunda pessoa tem de aprovar que isto seja desligado: envie para aprovação',
  'did.POST /account/defaults/access_preview': 'Pré-visualizou outra função padrão',
  'did.POST /account/defaults/preview': 'Pré-visualizou quem redes deixariam de fora',
  'action.account:read': 'Ver as configurações da conta',
  'action.account:write': 'Alterar as configurações da conta',
  'refusal.account.would_lock_out':
    'O seu próprio endereço {address} ficaria de fora; confirme com o identificador da conta',
  'refusal.account.nothing_to_confirm': 'Não há redes à espera de confirmação',
  'refusal.account.would_lose_role': 'Você tem a função por padrão e a perderia; confirme com o identificador da conta',
}
