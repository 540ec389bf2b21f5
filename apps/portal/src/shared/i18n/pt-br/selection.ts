import type { selection as source } from '../en-gb/selection.ts'
import type { Translation } from './translation.ts'

export const selection: Translation<typeof source> = {
  'selection.name': 'Seleção',
  'selection.row': 'Selecionar',
  'selection.loaded': 'Selecionar todas as linhas carregadas',
  'selection.count': '{count, plural, =0 {Nada selecionado} one {# selecionada} other {{count, number} selecionadas}}',
  'selection.all_loaded': 'Selecionar todas as carregadas',
  'selection.all_of_filter': 'Selecionar todas as {count, number} deste filtro',
  'selection.first_of_filter': 'Selecionar as primeiras {count, number} deste filtro',
  'selection.loading': 'Selecionando…',
  'selection.full': 'Não é possível selecionar mais de {most, number}.',
  'selection.clear': 'Limpar',
  'run.running': '{tried, number} de {all, number}',
  'run.stopping': 'Parando depois deste lote',
  'run.finished':
    '{done, plural, one {# concluída} other {# concluídas}}{refused, plural, =0 {} one {, # recusada} other {, # recusadas}}',
  'run.stopped': 'Interrompido por você após {tried, number} de {all, number}',
  'run.interrupted': 'Falhou após {tried, number} de {all, number}',
  'run.stop': 'Parar',
  'run.resume': 'Continuar',
  'run.results': 'Resultados',
  'run.results_of': 'Resultados: {action}',
  'run.copy': 'Copiar',
  'run.again': 'Tentar de novo as recusadas',
  'run.item_left': 'Ainda não tentada',
  'run.item_done': 'Concluída',
  'run.item_refused': 'Recusada',
  'run.other_account': 'Outra conta foi aberta nesse meio-tempo.',
  'run.leave_title': 'Parar e sair?',
  'run.leave_body': 'Isso ainda está em andamento. Se você sair, para; você pode continuar ao voltar a esta lista.',
}
