{{/* The name of all objects: that of the release, and of the chart unless it is in there. */}}
{{- define "CRDGEN_NAME.fullname" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}
{{- $name = printf "%s-%s" $name .Chart.Name -}}
{{- end -}}
{{- default $name .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* The labels of all objects. */}}
{{- define "CRDGEN_NAME.labels" -}}
{{ include "CRDGEN_NAME.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | replace "+" "_" | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" | quote }}
{{- end -}}

{{/* The labels that find the pods: they may never change. */}}
{{- define "CRDGEN_NAME.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{/* Who runs the operator. */}}
{{- define "CRDGEN_NAME.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "CRDGEN_NAME.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.create is false: set serviceAccount.name to an account that exists" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}
