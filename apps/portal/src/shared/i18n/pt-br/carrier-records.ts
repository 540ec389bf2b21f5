import type { carrierRecords as source } from '../en-gb/carrier-records.ts'
import type { Translation } from './translation.ts'

export const carrierRecords: Translation<
  typeof source,
  'carrier_records' | 'carrier_record' | 'carrier_imports' | 'carrier_import'
> = {
  'noun.carrier_records': 'registros de operadoras',
  'noun.carrier_imports': 'arquivos de registros de operadoras',
  'noun.carrier_mappings': 'como se leem os arquivos das operadoras',
  'noun.carrier_months': 'contagens mensais de registros de operadoras',
  'one.carrier_imports': 'um arquivo de registros de operadoras',
  'did.GET /carrier_imports/{import_reference}/rows': 'Viu linhas que não foram importadas',
  'did.POST /carrier_imports': 'Enviou um arquivo de registros de operadoras',
  'did.POST /carrier_imports/{import_reference}/preview': 'Pré-visualizou um arquivo de registros de operadoras',
  'did.POST /carrier_imports/{import_reference}/start': 'Importou um arquivo de registros de operadoras',
  'did.DELETE /carrier_imports/{import_reference}': 'Desfez uma importação de registros de operadoras',
  'did.PUT /carrier_records/sign_off': 'Deu baixa em registros de operadoras',
  'tried.POST /carrier_imports': 'Tentou enviar um arquivo de registros de operadoras',
  'tried.POST /carrier_imports/{import_reference}/preview':
    'Tentou pré-visualizar um arquivo de registros de operadoras',
  'tried.POST /carrier_imports/{import_reference}/start': 'Tentou importar um arquivo de registros de operadoras',
  'tried.DELETE /carrier_imports/{import_reference}': 'Tentou desfazer uma importação de registros de operadoras',
  'tried.PUT /carrier_records/sign_off': 'Tentou dar baixa em registros de operadoras',
  'done.carrier_import.uploaded': 'Enviou um arquivo de registros de operadoras',
  'done.carrier_import.started': 'Importou um arquivo de registros de operadoras',
  'done.carrier_import.finished': 'Uma importação de registros de operadoras terminou',
  'done.carrier_import.failed': 'Uma importação de registros de operadoras falhou',
  'done.carrier_import.undone': 'Desfez uma importação de registros de operadoras',
  'done.carrier_record.signed_off': 'Deu baixa em registros de operadoras',
  'action.carrier_records:read': 'Ver registros de operadoras ao lado das gravações',
  'action.carrier_records:write': 'Explicar e dar baixa em registros de operadoras sem gravação ou diferentes dela',
  'action.carrier_imports:read': 'Ver os arquivos de registros de operadoras, de todos os grupos',
  'action.carrier_imports:write':
    'Importar arquivos de registros de operadoras de todos os grupos, e desfazer importações',
  'refusal.carrier_import.too_large': 'Um arquivo pode ter até {limit_bytes} bytes; divida-o',
  'refusal.carrier_import.too_many_rows': 'Um arquivo pode ter até {limit} linhas; divida-o',
  'refusal.carrier_import.empty': 'O arquivo está vazio',
  'refusal.carrier_import.not_uploaded': 'Este arquivo já foi importado, ou foi removido',
  'refusal.carrier_import.undone_already': 'Esta importação já foi desfeita',
  'refusal.carrier_import.unknown_column': 'O arquivo não tem a coluna {column}',
  'refusal.carrier_import.wrong_mapping': 'Não existe {what}',
  'refusal.carrier_record.no_exception': 'Só se dá baixa em registros sem gravação ou diferentes dela',
}
