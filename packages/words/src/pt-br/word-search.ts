import type { wordSearch as source } from '../en-gb/word-search.ts'
import type { Translation } from './translation.ts'

export const wordSearch: Translation<typeof source, 'search' | 'word_index'> = {
  'payload.words': 'Palavras',
  'search.messages_prompt': 'Palavras, pessoas ou números',
  'search.calls_prompt': 'Comentários, pessoas ou números',
  'search.comments_prompt': 'Palavras de comentários, ou pessoas',
  'search.hint':
    'Todas as palavras devem ocorrer. Use "aspas" para uma frase, pre* para o começo de uma palavra e -palavra para excluir uma palavra.',
  'search.help': 'Como pesquisar palavras',
  'search.clear': 'Limpar a pesquisa',
  'search.people': 'Gravações de pessoas com este nome:',
  'search.numbers': '{count, plural, one {Gravações com este número:} other {Gravações com números como este:}}',
  'search.left_out': 'Não pesquisadas, porque quase todas as mensagens as contêm: {words}.',
  'search.shortened': '{words} corresponde a palavras demais para uma pesquisa. Digite mais letras.',
  'search.wordless': 'Sem palavras para pesquisar: {kinds}. São encontrados pelos seus comentários.',
  'search.wordless_hidden': 'Sem palavras para pesquisar: {kinds}.',
  'search.incomplete': 'O índice de palavras está sendo criado ou precisa ser recriado. Mensagens podem faltar.',
  'search.back_to': 'Pesquisado até {date}.',
  'search.on_to': 'Pesquisado até {date}.',
  'search.further_back': 'Pesquisar mais para trás',
  'search.further_on': 'Continuar a pesquisa',
  'search.in_subject': 'Assunto',
  'search.in_attachment': 'Arquivo',
  'search.in_comment': 'Comentário',
  'search.no_snippet': 'O texto não pode ser mostrado.',
  'word_index.title': 'Índice de palavras',
  'word_index.hint':
    'Mensagens e comentários são encontrados por hashes com chave das suas palavras. O índice pode ser recriado a partir das gravações a qualquer momento.',
  'word_index.off': 'Não há índice. Ele é criado quando a pesquisa é ativada.',
  'word_index.building':
    'Em criação: {done, number} de {total, number} mensagens. Já é possível pesquisar enquanto isso.',
  'word_index.building_comments': 'Em criação: comentários. Já é possível pesquisar enquanto isso.',
  'word_index.removing': 'Em remoção: {done, number} linhas até agora.',
  'word_index.ready': 'Atualizado. Criado pela última vez em {date}.',
  'word_index.outdated':
    'Criado por uma versão anterior do produto, que não conhecia palavras como T+2 e M&A. Recrie-o para encontrar todas as palavras.',
  'word_index.progress': 'Progresso do índice de palavras',
  'word_index.rebuild': 'Recriar',
  'word_index.rebuild_title': 'Recriar o índice de palavras?',
  'word_index.rebuild_body':
    'Todas as mensagens e comentários são lidos de novo. Com milhões de mensagens, isso pode levar horas; a pesquisa continua funcionando.',
  'word_index.remove': 'Remover',
  'word_index.remove_title': 'Remover o índice de palavras?',
  'word_index.remove_body': 'Ninguém mais poderá pesquisar palavras. Nenhuma gravação e nenhum comentário é alterado.',
  'noun.word_index': 'o índice de palavras',
  'did.POST /word_index/rebuild': 'Recriou o índice de palavras',
  'did.DELETE /word_index': 'Removeu o índice de palavras',
  'refusal.search.off': 'A pesquisa de palavras está desativada nesta conta',
  'refusal.search.unreadable':
    '{problem, select, no_words {Esta pesquisa não tem nenhuma palavra que seja pesquisada} too_many_words {Esta pesquisa tem palavras demais: no máximo 10} short_prefix {O começo de uma palavra precisa de pelo menos 3 letras antes de *} excluded_prefix {Uma palavra depois de - não pode terminar com *} only_exclusions {Esta pesquisa precisa de uma palavra que deva ocorrer} other {Uma pesquisa só pode ser ordenada pela hora das gravações}}',
  'refusal.word_index.being_rebuilt': 'O índice de palavras já está sendo criado',
  'refusal.word_index.being_removed': 'O índice de palavras está sendo removido; tente de novo quando terminar',
}
