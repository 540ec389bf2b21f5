import type { notices as source } from '../en-gb/notices.ts'

export const notices: Record<keyof typeof source, string> = {
  'notice.error': 'Ocorreu um erro',
  'notice.not_found': 'Dados não encontrados',
  'notice.expired': 'A autenticação expirou',
  'notice.support_ending': 'Encerrando o modo de suporte',
  'notice.another_person': 'Outra pessoa entrou',
  'notice.another_person_body':
    'Em outra aba deste navegador, {name} entrou em {client}. Esta aba agora mostra essa conta.',
  'notice.offline': 'Não foi possível alcançar o servidor. Verifique sua conexão e tente novamente.',
  'notice.new_build': 'Uma nova versão do Holdfast está pronta',
  'notice.new_build_body': 'Recarregue para usá-la. O que você digitou nesta página seria perdido.',
  'notice.reload': 'Recarregar',
  'error.not_found_title': 'Página não encontrada',
  'error.server_title': 'Erro interno do servidor',
  'error.page_not_found': 'Página não encontrada: {path}',
  'error.retry': 'Tentar novamente',
  'error.home': 'Ir para a página inicial',
  'error.overview': 'Ir para a visão geral',
  'error.to_list': 'Ir para {list}',
  'error.unknown_body': 'Não existe, ou suas funções não dão acesso a isto.',
  'error.screen_title': 'Não foi possível carregar esta tela',
  'error.screen_body':
    'Não foi possível alcançar o servidor, ou ele está sendo atualizado. Tente novamente em instantes.',
  'error.screen_offline': 'Você está sem conexão. A tela será carregada assim que a conexão voltar.',
  'error.inside_title': 'Não disponível no modo de suporte',
  'error.inside_body': 'Você está na conta de {client}. Encerre o modo de suporte para voltar à área interna.',
  'error.no_access_title': 'Suas funções não permitem isto',
  'error.no_access_body': 'Peça a um administrador da conta uma função que permita “{action}”.',
  'error.load_title': 'Não foi possível carregar',
  'notice.close': 'Fechar',
}
