import type { clientApps as source } from '../en-gb/client-apps.ts'
import type { Translation } from './translation.ts'

export const clientApps: Translation<typeof source, 'apps' | 'app'> = {
  'page.apps': 'Aplicativos',
  'page.app': 'Aplicativo',
  'apps.reference': 'Aplicativo',
  'apps.reference_hint': '3 a 60 letras, dígitos e -_.!(), com espaços no meio. Não é possível alterar depois.',
  'apps.issuer': 'Emissor',
  'apps.issuer_hint': 'O emissor dos tokens aceitos. Deve ser exatamente igual ao campo “iss” deles.',
  'apps.audience': 'Audiência',
  'apps.audience_hint': 'Deve ser igual ao campo “aud” dos tokens.',
  'apps.jwks_uri': 'Endereço das chaves',
  'apps.jwks_uri_hint':
    'Onde o emissor publica suas chaves públicas (JWKS). As novas são buscadas quando ele as troca.',
  'apps.roles_hint': 'Só elas decidem o que o aplicativo lê e faz, e em quais grupos.',
  'apps.group': 'Gerenciado no grupo',
  'apps.group_hint':
    'Decide quem pode ver, alterar e excluir este aplicativo: as pessoas que gerenciam aplicativos deste grupo. Não limita o que o aplicativo lê. Deixe vazio para as pessoas que gerenciam todos os aplicativos.',
  'apps.empty': 'Ainda não há aplicativos',
  'apps.empty_body': 'Um aplicativo é um programa seu que chama o Holdfast com tokens do seu próprio emissor.',
  'apps.new': 'Novo aplicativo',
  'apps.delete': 'Excluir este aplicativo',
  'apps.delete_hint': 'Seus tokens são recusados a partir da próxima chamada.',
  'apps.delete_body': 'Os programas que o usam param de funcionar imediatamente. Não é possível desfazer.',
  'did.POST /account/apps/{app_reference}/preview': 'Pré-visualizou o acesso de um aplicativo',
  'noun.apps': 'aplicativos',
  'action.apps:read': 'Ver aplicativos da conta',
  'action.apps:write': 'Criar, alterar e excluir aplicativos da conta',
  'refusal.app.exists': 'Já existe um aplicativo com este nome',
  'refusal.app.tokens_taken': 'Outro aplicativo já aceita os tokens deste emissor e desta audiência',
}
