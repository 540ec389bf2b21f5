import type { accountForms as source } from '../en-gb/account-forms.ts'

export const accountForms: Record<keyof typeof source, string> = {
  'apps.reference': 'Aplicativo',
  'apps.reference_hint': '3 a 60 letras, dígitos e -_.!(), com espaços no meio. Não pode ser alterada depois.',
  'apps.issuer': 'Emissor',
  'apps.issuer_hint': 'De quem os tokens são aceitos: o iss do token, letra por letra.',
  'apps.audience': 'Audiência',
  'apps.audience_hint': 'O aud para o qual o token é feito.',
  'apps.jwks_uri': 'Endereço das chaves',
  'apps.jwks_uri_hint': 'Onde o emissor publica suas chaves públicas (JWKS). São buscadas de novo quando ele as troca.',
  'apps.group_hint': 'O grupo pelo qual o aplicativo age; nenhum significa a conta.',
  'apps.empty': 'Ainda não há aplicativos',
  'apps.empty_body': 'Um aplicativo é um programa seu que chama o Holdfast com tokens do seu próprio emissor.',
  'apps.new': 'Novo aplicativo',
  'apps.delete': 'Excluir este aplicativo',
  'apps.delete_hint': 'Seus tokens são recusados a partir da próxima chamada.',
  'apps.delete_body': 'O que roda com ele para imediatamente. Não é possível desfazer.',
  'settings.defaults': 'Padrões',
  'settings.defaults_hint':
    'O que recebem as pessoas cuja identidade não traz grupo nem função. Uma troca da função vale para elas na hora.',
  'settings.user_group': 'Grupo',
  'settings.role': 'Função',
  'settings.networks': 'Redes da conta',
  'settings.networks_hint':
    'De onde a conta pode ser usada, por pessoas e aplicativos. Redes novas precisam ser confirmadas em 15 minutos.',
  'settings.limit_unconfirmed': 'Estas redes ainda não foram confirmadas',
  'settings.limit_unconfirmed_body':
    'A conta só pode ser usada de {networks}. Se ninguém confirmar isso de dentro delas, o limite acaba sozinho e volta a valer: {otherwise}.',
  'settings.limit_confirm': 'Confirmar estas redes',
  'settings.limit_left': 'Tempo restante para confirmar',
  'settings.limit_confirmed': 'As redes ficam como estão',
  'settings.shut_out':
    '{count, plural, one {# pessoa ou aplicativo ficaria de fora} other {# pessoas e aplicativos ficariam de fora}}',
  'settings.shut_out_hint': 'Nos últimos 30 dias, usaram a conta a partir de endereços fora destas redes.',
  'settings.shut_out_app': 'Aplicativo {name}',
  'settings.shut_out_inside_too': 'também de dentro',
  'settings.shut_out_more': 'e mais {count}',
  'settings.shut_out_nobody': 'Ninguém dos últimos 30 dias ficaria de fora.',
  'settings.shut_out_looking': 'Verificando quem usou a conta, e de onde, nos últimos 30 dias…',
  'settings.shut_out_unknown': 'Não é possível dizer agora quem ficaria de fora.',
}
