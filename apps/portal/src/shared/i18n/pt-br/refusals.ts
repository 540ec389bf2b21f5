import type { ErrorCode } from '@holdfast/contract'

/** Codes that only handsets get. */
type DeviceCode = `upload.${string}` | `verify.${string}` | `device.${string}`
type PersonCode = Exclude<ErrorCode, DeviceCode>

const tryAgain = 'Tente de novo daqui a pouco'

/** The server's refusals by code, because its own messages are English. Values are the details of the refusal. */
export const refusals: Record<`refusal.${PersonCode}`, string> = {
  'refusal.request.malformed': 'O pedido não pôde ser lido',
  'refusal.request.invalid': 'Alguns campos precisam de atenção',
  'refusal.request.incomplete': 'A conexão terminou antes de o pedido chegar inteiro',
  'refusal.request.headers_too_large': 'Os cabeçalhos do pedido são grandes demais',
  'refusal.request.expectation_failed': 'Esta expectativa não pode ser atendida',
  'refusal.request.too_large': 'O pedido é grande demais',
  'refusal.request.too_many_values': 'O pedido contém valores demais; envie menos de cada vez',
  'refusal.request.timeout': 'O pedido demorou demais para chegar',
  'refusal.request.not_found': 'Dados não encontrados',
  'refusal.request.unknown_call': 'Não foi possível encontrar os metadados',
  'refusal.request.method_not_allowed': 'Este endereço não aceita este método',
  'refusal.request.rate_limited': `Pedidos demais. ${tryAgain}`,
  'refusal.list.bad_last_key': 'last_key não é uma que esta lista deu',
  'refusal.auth.required': 'A autenticação expirou',
  'refusal.auth.bad_token': 'A autenticação expirou',
  'refusal.auth.bad_support_prefix': 'O prefixo do acesso de suporte não é válido',
  'refusal.auth.exchange_failed': 'O código de entrada não pôde ser trocado',
  'refusal.auth.other_host': 'Esta conta não é atendida neste endereço',
  'refusal.auth.forbidden': 'Você não tem permissão para fazer isto',
  'refusal.auth.address_not_allowed': 'Isto não é permitido a partir do seu endereço de rede',
  'refusal.auth.terms_required': 'Os termos atuais precisam ser aceitos primeiro',
  'refusal.auth.inactive': 'A autenticação expirou',
  'refusal.terms.version_superseded': 'Estes termos foram substituídos por uma versão mais nova',
  'refusal.payload.not_found': 'Dados não encontrados',
  'refusal.payload.conflict': 'Este payload_reference foi registrado com outro conteúdo',
  'refusal.payload.sequence_conflict': 'Este número de sequência é de outra gravação',
  'refusal.payload.unknown_key': 'A chave não é desta conta',
  'refusal.payload.illegal_transition': 'A gravação já está em outro estado; carregue-a de novo',
  'refusal.payload.checksum_mismatch': 'Os bytes que chegaram não correspondem ao checksum',
  'refusal.payload.size_mismatch': 'Os bytes que chegaram não correspondem ao tamanho registrado',
  'refusal.payload.type_not_allowed': 'Este dispositivo não está configurado para gravar isto',
  'refusal.payload.not_uploadable': 'Esta gravação não recebe mais bytes',
  'refusal.playback.expired': 'Este endereço de reprodução expirou',
  'refusal.playback.range_not_satisfiable': 'O intervalo está fora do conteúdo',
  'refusal.part.not_made': 'Isto não foi feito a partir da gravação',
  'refusal.part.being_made': 'Isto ainda está sendo feito a partir da gravação',
  'refusal.playback.damaged': 'A cópia armazenada desta gravação está danificada ou ausente',
  'refusal.alert.illegal_transition': 'O alerta já está em outro estado; carregue-o de novo',
  'refusal.support_access.illegal_transition':
    'O pedido de acesso de suporte já está em outro estado; carregue-o de novo',
  'refusal.transfer.illegal_transition': 'A transferência já está em outro estado; carregue-a de novo',
  'refusal.migration.illegal_transition': 'A migração já está em outro estado; carregue-a de novo',
  'refusal.command.illegal_transition': 'O comando já está em outro estado; carregue-o de novo',
  'refusal.comment.closed': 'Este comentário foi excluído',
  'refusal.comment.not_own': 'Somente o autor de um comentário pode alterá-lo',
  'refusal.edit.conflict': 'Outra pessoa mudou isto nesse meio-tempo',
  'refusal.access.exceeds_own': 'Você não pode conceder o que não poderia fazer',
  'refusal.access.opens_to_others':
    '{beyond_own_total, plural, one {Isto permite a outra pessoa ou aplicativo} other {Isto permite a # outras pessoas ou aplicativos}} o que você mesmo não poderia conceder; confirme',
  'refusal.group.in_use':
    'O grupo ainda está em uso. Pessoas: {portal_users}; usuários de dispositivos: {device_users}; dispositivos: {devices}; gravações: {payloads, plural, =1000 {1000 ou mais} other {#}}; números pessoais: {personal_numbers}; aplicativos: {client_apps}; grupo padrão da conta: {account_defaults, plural, =0 {não} other {sim}}',
  'refusal.group.tags_invalid': 'As etiquetas não estão de acordo com as suas definições',
  'refusal.group.unknown': 'O grupo não existe',
  'refusal.tag.breaks_groups':
    '{total, plural, one {# grupo tem etiquetas que isto quebraria} other {# grupos têm etiquetas que isto quebraria}}',
  'refusal.role.in_use':
    'A função ainda está em uso. Pessoas: {people}; aplicativos: {client_apps}; pedidos de acesso de suporte: {support_access}; padrão da conta: {account_defaults, select, true {sim} other {não}}',
  'refusal.role.system': 'As funções do sistema não podem ser mudadas',
  'refusal.role.looks_like_system': 'Este nome pode ser confundido com a função de sistema {role}; escolha outro',
  'refusal.role.unknown': 'A função não existe',
  'refusal.role.would_lock_out': 'Você não poderia mais mudar funções nem desfazer isto; outra pessoa precisa salvar',
  'refusal.role.test_cases_fail':
    '{total, plural, one {# caso de teste guardado com a função falha} other {# casos de teste guardados com a função falham}}',
  'refusal.app.exists': 'Já existe um aplicativo com este nome',
  'refusal.app.tokens_taken': 'Outro aplicativo já aceita os tokens deste emissor e desta audiência',
  'refusal.account.would_lock_out':
    'O seu próprio endereço {address} ficaria de fora; confirme com o identificador da conta',
  'refusal.account.nothing_to_confirm': 'Não há redes à espera de confirmação',
  'refusal.portal_user.is_oneself': 'Ninguém remove a si mesmo; peça a outro administrador',
  'refusal.account.would_lose_role': 'Você tem a função por padrão e a perderia; confirme com o identificador da conta',
  'refusal.client.exists': 'Já existe uma conta com este identificador',
  'refusal.support_access.expiry_out_of_range': 'O acesso de suporte termina em até 24 horas',
  'refusal.support_access.own_request': 'Ninguém decide sobre o próprio pedido',
  'refusal.server.dependency_down': `Uma parte do serviço não está disponível. ${tryAgain}`,
  'refusal.server.not_ready': `O serviço está iniciando. ${tryAgain}`,
  'refusal.server.busy': `O servidor está ocupado. ${tryAgain}`,
  'refusal.server.internal': 'Erro interno do servidor',
}
