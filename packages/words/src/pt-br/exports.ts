import type { exports as source } from '../en-gb/exports.ts'
import type { Translation } from './translation.ts'

export const exports: Translation<typeof source, 'export'> = {
  'export.open': 'Exportar',
  'export.title': 'Exportar esta lista',
  'export.title_of': 'Exportar {count, plural, one {# gravação} other {# gravações}}',
  'export.selected': 'Gravações selecionadas',
  'export.rows_selected':
    '{total, plural, one {A linha selecionada} other {As # linhas selecionadas}}, na medida em que você puder vê-las no momento.',
  'export.rows':
    '{total, plural, =0 {Nenhuma linha corresponde} one {# linha corresponde} other {# linhas correspondem}} aos filtros da lista.',
  'export.rows_capped': 'Mais de {total, number} linhas correspondem aos filtros da lista.',
  'export.rows_unknown': 'Todas as linhas que correspondem aos filtros da lista.',
  'export.format': 'Formato',
  'export.csv': 'CSV, para planilhas',
  'export.csv_hint':
    'Células que uma planilha poderia ler como fórmula, como números com um sinal de mais, começam com um apóstrofo.',
  'export.ndjson': 'Linhas JSON, para programas',
  'export.ndjson_hint': 'Uma linha para cada item, com os valores como são.',
  'export.gpx': 'GPX',
  'export.gpx_hint': 'Um trajeto, para mapas e navegadores.',
  'export.kml': 'KML',
  'export.kml_hint': 'Pontos com suas horas, para o Google Earth e outros mapas.',
  'export.filename': 'Nome do arquivo',
  'export.recorded':
    'A trilha de auditoria mostrará esta exportação e seus filtros. O arquivo não tem conteúdo de gravações.',
  'export.begun': 'A exportação começou',
  'export.begun_body': 'Seu navegador mostra o andamento e avisa se ela for interrompida antes do fim.',
  'export.trail_only_read':
    'Como a função do sistema Auditor, suas funções leem a trilha e não a salvam em arquivo. Alguém que gerencia funções pode lhe dar uma que a exporte, como uma criada com o modelo “Auditor que exporta”.',
  'noun.exports': 'exportações',
  'one.exports': 'uma exportação',
  'did.POST /exports': 'Exportou uma lista',
  'did.GET /exports/{ticket}': 'Baixou uma lista exportada',
  'done.list.export_ended': 'A exportação de uma lista terminou',
  'refusal.export.expired': 'Este endereço de exportação foi usado ou expirou; exporte a lista de novo',
  'refusal.export.too_many': 'Várias das suas exportações estão em andamento; espere uma terminar',
}
