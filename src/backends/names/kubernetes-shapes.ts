/**
 * The object types of Kubernetes that CRDs embed, as one table: a name, then the fields in the
 * order of the Go struct. `!` marks a field that is always written, `:Name` the type of the object
 * (or of the objects in the list or map) in a field. Scalars, ObjectMeta and quantities have no
 * type here. Where several types have the same fields, the first line counts, so what a pod has
 * comes before the same of a PersistentVolume. Facts from `k8s.io/api` (core, batch, apps,
 * autoscaling, networking, policy, rbac) and `meta/v1/types.go`; the fields of older releases are a
 * subset.
 */
export const kubernetesShapes = `
Condition: type! status! observedGeneration lastTransitionTime reason message
LabelSelector: matchLabels matchExpressions:LabelSelectorRequirement
LabelSelectorRequirement: key! operator! values
SecretKeySelector: name key! optional
ConfigMapKeySelector: name key! optional
ObjectReference: kind namespace name uid apiVersion resourceVersion fieldPath
LocalObjectReference: name
SecretReference: name namespace
TypedObjectReference: apiGroup! kind! name! namespace
TypedLocalObjectReference: apiGroup! kind! name!
CrossVersionObjectReference: kind! name! apiVersion
ResourceRequirements: limits requests claims:ResourceClaim
ResourceClaim: name! request
EnvVar: name! value valueFrom:EnvVarSource
EnvVarSource: fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector
  configMapKeyRef:ConfigMapKeySelector secretKeyRef:SecretKeySelector fileKeyRef:FileKeySelector
EnvFromSource: prefix configMapRef:ConfigMapEnvSource secretRef:SecretEnvSource
ObjectFieldSelector: apiVersion fieldPath!
ResourceFieldSelector: containerName resource! divisor
Container: name! image command args workingDir ports:ContainerPort envFrom:EnvFromSource env:EnvVar
  resources:ResourceRequirements resizePolicy:ContainerResizePolicy restartPolicy
  restartPolicyRules:ContainerRestartRule volumeMounts:VolumeMount volumeDevices:VolumeDevice
  livenessProbe:Probe readinessProbe:Probe startupProbe:Probe lifecycle:Lifecycle terminationMessagePath
  terminationMessagePolicy imagePullPolicy securityContext:SecurityContext stdin stdinOnce tty
Volume: name! hostPath:HostPathVolumeSource emptyDir:EmptyDirVolumeSource
  gcePersistentDisk:GCEPersistentDiskVolumeSource awsElasticBlockStore:AWSElasticBlockStoreVolumeSource
  gitRepo:GitRepoVolumeSource secret:SecretVolumeSource nfs:NFSVolumeSource iscsi:ISCSIVolumeSource
  glusterfs:GlusterfsVolumeSource persistentVolumeClaim:PersistentVolumeClaimVolumeSource rbd:RBDVolumeSource
  flexVolume:FlexVolumeSource cinder:CinderVolumeSource cephfs:CephFSVolumeSource flocker:FlockerVolumeSource
  downwardAPI:DownwardAPIVolumeSource fc:FCVolumeSource azureFile:AzureFileVolumeSource
  configMap:ConfigMapVolumeSource vsphereVolume:VsphereVirtualDiskVolumeSource quobyte:QuobyteVolumeSource
  azureDisk:AzureDiskVolumeSource photonPersistentDisk:PhotonPersistentDiskVolumeSource
  projected:ProjectedVolumeSource portworxVolume:PortworxVolumeSource scaleIO:ScaleIOVolumeSource
  storageos:StorageOSVolumeSource csi:CSIVolumeSource ephemeral:EphemeralVolumeSource image:ImageVolumeSource
VolumeMount: name! readOnly recursiveReadOnly mountPath! subPath mountPropagation subPathExpr bindMountOptions
PodTemplateSpec: metadata spec:PodSpec
PodSpec: volumes:Volume initContainers:Container containers!:Container ephemeralContainers:EphemeralContainer
  restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName
  serviceAccount automountServiceAccountToken nodeName hostNetwork hostPID hostIPC shareProcessNamespace
  securityContext:PodSecurityContext imagePullSecrets:LocalObjectReference hostname subdomain affinity:Affinity
  schedulerName tolerations:Toleration hostAliases:HostAlias priorityClassName priority dnsConfig:PodDNSConfig
  readinessGates:PodReadinessGate runtimeClassName enableServiceLinks preemptionPolicy overhead
  topologySpreadConstraints:TopologySpreadConstraint setHostnameAsFQDN os:PodOS hostUsers
  schedulingGates:PodSchedulingGate resourceClaims:PodResourceClaim resources:ResourceRequirements
  hostnameOverride schedulingGroup:PodSchedulingGroup evictionResponders:EvictionResponder
Affinity: nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity
NodeAffinity: requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
  preferredDuringSchedulingIgnoredDuringExecution:PreferredSchedulingTerm
PodAffinity: requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm
  preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm
PodAntiAffinity: requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm
  preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm
PodAffinityTerm: labelSelector:LabelSelector namespaces topologyKey! namespaceSelector:LabelSelector
  matchLabelKeys mismatchLabelKeys
WeightedPodAffinityTerm: weight! podAffinityTerm!:PodAffinityTerm
NodeSelector: nodeSelectorTerms!:NodeSelectorTerm
NodeSelectorTerm: matchExpressions:NodeSelectorRequirement matchFields:NodeSelectorRequirement
NodeSelectorRequirement: key! operator! values
Toleration: key operator value effect tolerationSeconds
TopologySpreadConstraint: maxSkew! topologyKey! whenUnsatisfiable! labelSelector:LabelSelector minDomains
  nodeAffinityPolicy nodeTaintsPolicy matchLabelKeys
SecurityContext: capabilities:Capabilities privileged seLinuxOptions:SELinuxOptions
  windowsOptions:WindowsSecurityContextOptions runAsUser runAsGroup runAsNonRoot readOnlyRootFilesystem
  allowPrivilegeEscalation procMount seccompProfile:SeccompProfile appArmorProfile:AppArmorProfile
PodSecurityContext: seLinuxOptions:SELinuxOptions windowsOptions:WindowsSecurityContextOptions runAsUser
  runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy fsGroup sysctls:Sysctl fsGroupChangePolicy
  seccompProfile:SeccompProfile appArmorProfile:AppArmorProfile seLinuxChangePolicy
Probe: exec:ExecAction httpGet:HTTPGetAction tcpSocket:TCPSocketAction grpc:GRPCAction initialDelaySeconds
  timeoutSeconds periodSeconds successThreshold failureThreshold terminationGracePeriodSeconds
Lifecycle: postStart:LifecycleHandler preStop:LifecycleHandler stopSignal
LifecycleHandler: exec:ExecAction httpGet:HTTPGetAction tcpSocket:TCPSocketAction sleep:SleepAction
ContainerPort: name hostPort containerPort! protocol hostIP
HTTPGetAction: path port! host scheme httpHeaders:HTTPHeader protocol
HTTPHeader: name! value!
ServicePort: name protocol appProtocol port! targetPort nodePort
PersistentVolumeClaimSpec: accessModes selector:LabelSelector resources:VolumeResourceRequirements volumeName
  storageClassName volumeMode dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference
  volumeAttributesClassName
KeyToPath: key! path! mode user
SecretEnvSource: name optional
ConfigMapEnvSource: name optional
AWSElasticBlockStoreVolumeSource: volumeID! fsType partition readOnly
AppArmorProfile: type! localhostProfile
AzureDiskVolumeSource: diskName! diskURI! cachingMode fsType readOnly kind
AzureFilePersistentVolumeSource: secretName! shareName! readOnly secretNamespace!
AzureFileVolumeSource: secretName! shareName! readOnly
CSIPersistentVolumeSource: driver! volumeHandle! readOnly fsType volumeAttributes
  controllerPublishSecretRef:SecretReference nodeStageSecretRef:SecretReference
  nodePublishSecretRef:SecretReference controllerExpandSecretRef:SecretReference
  nodeExpandSecretRef:SecretReference
CSIVolumeSource: driver! readOnly fsType volumeAttributes nodePublishSecretRef:LocalObjectReference
Capabilities: add drop
CephFSVolumeSource: monitors! path user secretFile secretRef:LocalObjectReference readOnly
CephFSPersistentVolumeSource: monitors! path user secretFile secretRef:SecretReference readOnly
CinderVolumeSource: volumeID! fsType readOnly secretRef:LocalObjectReference
CinderPersistentVolumeSource: volumeID! fsType readOnly secretRef:SecretReference
ClientIPConfig: timeoutSeconds
ClusterTrustBundleProjection: name signerName labelSelector:LabelSelector optional path! user
ConfigMapProjection: name items:KeyToPath optional
ConfigMapVolumeSource: name items:KeyToPath defaultMode optional defaultUser
ContainerExtendedResourceRequest: containerName! resourceName! requestName!
ContainerResizePolicy: resourceName! restartPolicy!
ContainerResourceMetricSource: name! target!:MetricTarget container!
ContainerRestartRule: action exitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes: operator values
ContainerState: waiting:ContainerStateWaiting running:ContainerStateRunning terminated:ContainerStateTerminated
ContainerStateRunning: startedAt
ContainerStateTerminated: exitCode! signal reason message startedAt finishedAt containerID
ContainerStateWaiting: reason message
ContainerStatus: name! state:ContainerState lastState:ContainerState ready! restartCount! image! imageID!
  containerID started allocatedResources resources:ResourceRequirements volumeMounts:VolumeMountStatus
  user:ContainerUser allocatedResourcesStatus:ResourceStatus stopSignal
ContainerUser: linux:LinuxContainerUser
CronJobSpec: schedule! timeZone startingDeadlineSeconds concurrencyPolicy suspend jobTemplate!:JobTemplateSpec
  successfulJobsHistoryLimit failedJobsHistoryLimit
DaemonSetSpec: selector!:LabelSelector template!:PodTemplateSpec updateStrategy:DaemonSetUpdateStrategy
  minReadySeconds revisionHistoryLimit
DaemonSetUpdateStrategy: type rollingUpdate:RollingUpdateDaemonSet
DeploymentSpec: replicas selector!:LabelSelector template!:PodTemplateSpec strategy:DeploymentStrategy
  minReadySeconds revisionHistoryLimit paused progressDeadlineSeconds
DeploymentStrategy: type rollingUpdate:RollingUpdateDeployment
DownwardAPIProjection: items:DownwardAPIVolumeFile
DownwardAPIVolumeFile: path! fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector mode user
DownwardAPIVolumeSource: items:DownwardAPIVolumeFile defaultMode defaultUser
EmptyDirVolumeSource: medium sizeLimit mode
EndpointAddress: ip! hostname nodeName targetRef:ObjectReference
EphemeralContainer: name! image command args workingDir ports:ContainerPort envFrom:EnvFromSource env:EnvVar
  resources:ResourceRequirements resizePolicy:ContainerResizePolicy restartPolicy
  restartPolicyRules:ContainerRestartRule volumeMounts:VolumeMount volumeDevices:VolumeDevice
  livenessProbe:Probe readinessProbe:Probe startupProbe:Probe lifecycle:Lifecycle terminationMessagePath
  terminationMessagePolicy imagePullPolicy securityContext:SecurityContext stdin stdinOnce tty
  targetContainerName
EphemeralVolumeSource: volumeClaimTemplate:PersistentVolumeClaimTemplate
EvictionResponder: name! priority!
ExecAction: command
ExternalMetricSource: metric!:MetricIdentifier target!:MetricTarget
FCVolumeSource: targetWWNs lun fsType readOnly wwids
FileKeySelector: volumeName! path! key! optional
FlexVolumeSource: driver! fsType secretRef:LocalObjectReference readOnly options
FlexPersistentVolumeSource: driver! fsType secretRef:SecretReference readOnly options
FlockerVolumeSource: datasetName datasetUUID
GCEPersistentDiskVolumeSource: pdName! fsType partition readOnly
GRPCAction: port! service! mode
GitRepoVolumeSource: repository! revision directory
GlusterfsPersistentVolumeSource: endpoints! path! readOnly endpointsNamespace
GlusterfsVolumeSource: endpoints! path! readOnly
GroupVersionKind: group! version! kind!
HPAScalingPolicy: type! value! periodSeconds!
HPAScalingRules: stabilizationWindowSeconds selectPolicy policies:HPAScalingPolicy tolerance
HTTPIngressPath: path pathType! backend!:IngressBackend
HTTPIngressRuleValue: paths!:HTTPIngressPath
HorizontalPodAutoscalerBehavior: scaleUp:HPAScalingRules scaleDown:HPAScalingRules
HorizontalPodAutoscalerSpec: scaleTargetRef!:CrossVersionObjectReference minReplicas maxReplicas!
  metrics:MetricSpec behavior:HorizontalPodAutoscalerBehavior
HostAlias: ip! hostnames
HostIP: ip!
HostPathVolumeSource: path! type
IPBlock: cidr! except
ISCSIVolumeSource: targetPortal! iqn! lun! iscsiInterface fsType readOnly portals chapAuthDiscovery
  chapAuthSession secretRef:LocalObjectReference initiatorName
ISCSIPersistentVolumeSource: targetPortal! iqn! lun! iscsiInterface fsType readOnly portals chapAuthDiscovery
  chapAuthSession secretRef:SecretReference initiatorName
ImageVolumeSource: reference pullPolicy
ImageVolumeStatus: imageRef
IngressBackend: service:IngressServiceBackend resource:TypedLocalObjectReference
IngressRule: host http:HTTPIngressRuleValue
IngressServiceBackend: name! port:ServiceBackendPort
IngressSpec: ingressClassName defaultBackend:IngressBackend tls:IngressTLS rules:IngressRule
IngressTLS: hosts secretName
JobSchedulingConfiguration: schedulingPolicy:WorkloadPodGroupSchedulingPolicy
  schedulingConstraints:WorkloadPodGroupSchedulingConstraints disruptionMode:WorkloadPodGroupDisruptionMode
  resourceClaims:WorkloadPodGroupResourceClaim
JobSpec: parallelism completions activeDeadlineSeconds podFailurePolicy:PodFailurePolicy
  successPolicy:SuccessPolicy backoffLimit backoffLimitPerIndex maxFailedIndexes selector:LabelSelector
  manualSelector template!:PodTemplateSpec ttlSecondsAfterFinished completionMode suspend podReplacementPolicy
  managedBy scheduling:JobSchedulingConfiguration
JobTemplateSpec: metadata spec:JobSpec
LinuxContainerUser: uid! gid! supplementalGroups
LoadBalancerIngress: ip hostname ipMode ports:PortStatus
LoadBalancerStatus: ingress:LoadBalancerIngress
LocalVolumeSource: path! fsType
MetricIdentifier: name! selector:LabelSelector
MetricSpec: type! object:ObjectMetricSource pods:PodsMetricSource resource:ResourceMetricSource
  containerResource:ContainerResourceMetricSource external:ExternalMetricSource
MetricTarget: type! value averageValue averageUtilization
ModifyVolumeStatus: targetVolumeAttributesClassName status!
NFSVolumeSource: server! path! readOnly
NetworkPolicyEgressRule: ports:NetworkPolicyPort to:NetworkPolicyPeer
NetworkPolicyIngressRule: ports:NetworkPolicyPort from:NetworkPolicyPeer
NetworkPolicyPeer: podSelector:LabelSelector namespaceSelector:LabelSelector ipBlock:IPBlock
NetworkPolicyPort: protocol port endPort
NetworkPolicySpec: podSelector!:LabelSelector ingress:NetworkPolicyIngressRule egress:NetworkPolicyEgressRule
  policyTypes
NodeAllocatableMappedResources: name! quantity!
NodeAllocatableOverheadResources: name! perPod perContainer
NodeAllocatableResourceClaimStatus: resourceClaimName! containers mapping:NodeAllocatableMappedResources
  overhead:NodeAllocatableOverheadResources
ObjectMetricSource: describedObject!:CrossVersionObjectReference target!:MetricTarget metric!:MetricIdentifier
OwnerReference: apiVersion! kind! name! uid! controller blockOwnerDeletion
PersistentVolumeClaim: metadata spec:PersistentVolumeClaimSpec status:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition: type! status! lastProbeTime lastTransitionTime reason message
PersistentVolumeClaimStatus: phase accessModes capacity conditions:PersistentVolumeClaimCondition
  allocatedResources allocatedResourceStatuses currentVolumeAttributesClassName
  modifyVolumeStatus:ModifyVolumeStatus healthStatus:VolumeHealthStatus
PersistentVolumeClaimTemplate: metadata spec!:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource: claimName! readOnly
PersistentVolumeSpec: capacity gcePersistentDisk:GCEPersistentDiskVolumeSource
  awsElasticBlockStore:AWSElasticBlockStoreVolumeSource hostPath:HostPathVolumeSource
  glusterfs:GlusterfsPersistentVolumeSource nfs:NFSVolumeSource rbd:RBDPersistentVolumeSource
  iscsi:ISCSIPersistentVolumeSource cinder:CinderPersistentVolumeSource cephfs:CephFSPersistentVolumeSource
  fc:FCVolumeSource flocker:FlockerVolumeSource flexVolume:FlexPersistentVolumeSource
  azureFile:AzureFilePersistentVolumeSource vsphereVolume:VsphereVirtualDiskVolumeSource
  quobyte:QuobyteVolumeSource azureDisk:AzureDiskVolumeSource
  photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource
  scaleIO:ScaleIOPersistentVolumeSource local:LocalVolumeSource storageos:StorageOSPersistentVolumeSource
  csi:CSIPersistentVolumeSource accessModes claimRef:ObjectReference persistentVolumeReclaimPolicy
  storageClassName mountOptions volumeMode nodeAffinity:VolumeNodeAffinity volumeAttributesClassName
PhotonPersistentDiskVolumeSource: pdID! fsType
PodCertificateProjection: signerName keyType maxExpirationSeconds credentialBundlePath keyPath
  certificateChainPath userAnnotations user
PodCondition: type! observedGeneration status! lastProbeTime lastTransitionTime reason message
PodDNSConfig: nameservers searches options:PodDNSConfigOption
PodDNSConfigOption: name value
PodDisruptionBudgetSpec: minAvailable selector:LabelSelector maxUnavailable unhealthyPodEvictionPolicy
PodExtendedResourceClaimStatus: requestMappings!:ContainerExtendedResourceRequest resourceClaimName!
PodFailurePolicy: rules!:PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement: containerName operator! values!
PodFailurePolicyOnPodConditionsPattern: type! status!
PodFailurePolicyRule: action! onExitCodes:PodFailurePolicyOnExitCodesRequirement
  onPodConditions:PodFailurePolicyOnPodConditionsPattern
PodIP: ip!
PodOS: name!
PodReadinessGate: conditionType!
PodResourceClaim: name! resourceClaimName resourceClaimTemplateName
PodResourceClaimStatus: name! resourceClaimName
PodSchedulingGate: name!
PodSchedulingGroup: podGroupName
PodStatus: observedGeneration phase conditions:PodCondition message reason nominatedNodeName hostIP
  hostIPs:HostIP podIP podIPs:PodIP startTime initContainerStatuses:ContainerStatus
  containerStatuses:ContainerStatus qosClass ephemeralContainerStatuses:ContainerStatus resize
  resourceClaimStatuses:PodResourceClaimStatus extendedResourceClaimStatus:PodExtendedResourceClaimStatus
  allocatedResources resources:ResourceRequirements
  nodeAllocatableResourceClaimStatuses:NodeAllocatableResourceClaimStatus volumeHealth:PodVolumeHealth
PodVolumeHealth: name! healthConditions:VolumeHealthCondition lastTransitionTime
PodsMetricSource: metric!:MetricIdentifier target!:MetricTarget
PolicyRule: verbs! apiGroups resources resourceNames nonResourceURLs
PortStatus: port! protocol! error
PortworxVolumeSource: volumeID! fsType readOnly
PreferredSchedulingTerm: weight! preference!:NodeSelectorTerm
ProjectedVolumeSource: sources!:VolumeProjection defaultMode defaultUser
QuobyteVolumeSource: registry! volume! readOnly user group tenant
RBDVolumeSource: monitors! image! fsType pool user keyring secretRef:LocalObjectReference readOnly
RBDPersistentVolumeSource: monitors! image! fsType pool user keyring secretRef:SecretReference readOnly
ResourceHealth: resourceID! health message
ResourceMetricSource: name! target!:MetricTarget
ResourceQuotaSpec: hard scopes scopeSelector:ScopeSelector
ResourceStatus: name! resources:ResourceHealth
RoleRef: apiGroup! kind! name!
RollingUpdateDaemonSet: maxUnavailable maxSurge
RollingUpdateDeployment: maxUnavailable maxSurge
RollingUpdateStatefulSetStrategy: partition maxUnavailable
SELinuxOptions: user role type level
ScaleIOVolumeSource: gateway! system! secretRef!:LocalObjectReference sslEnabled protectionDomain storagePool
  storageMode volumeName fsType readOnly
ScaleIOPersistentVolumeSource: gateway! system! secretRef!:SecretReference sslEnabled protectionDomain
  storagePool storageMode volumeName fsType readOnly
ScopeSelector: matchExpressions:ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement: scopeName! operator! values
SeccompProfile: type! localhostProfile
SecretProjection: name items:KeyToPath optional
SecretVolumeSource: secretName items:KeyToPath defaultMode optional defaultUser
ServiceAccountTokenProjection: audience expirationSeconds path! user
ServiceBackendPort: name number
ServiceSpec: ports:ServicePort selector clusterIP clusterIPs type externalIPs sessionAffinity loadBalancerIP
  loadBalancerSourceRanges externalName externalTrafficPolicy healthCheckNodePort publishNotReadyAddresses
  sessionAffinityConfig:SessionAffinityConfig ipFamilies ipFamilyPolicy allocateLoadBalancerNodePorts
  loadBalancerClass internalTrafficPolicy trafficDistribution
ServiceStatus: loadBalancer:LoadBalancerStatus conditions:Condition
SessionAffinityConfig: clientIP:ClientIPConfig
SleepAction: seconds!
StatefulSetOrdinals: start!
StatefulSetPersistentVolumeClaimRetentionPolicy: whenDeleted whenScaled
StatefulSetSpec: replicas selector!:LabelSelector template!:PodTemplateSpec
  volumeClaimTemplates:PersistentVolumeClaim serviceName! podManagementPolicy
  updateStrategy:StatefulSetUpdateStrategy revisionHistoryLimit minReadySeconds
  persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy
  ordinals:StatefulSetOrdinals
StatefulSetUpdateStrategy: type rollingUpdate:RollingUpdateStatefulSetStrategy
StorageOSVolumeSource: volumeName volumeNamespace fsType readOnly secretRef:LocalObjectReference
StorageOSPersistentVolumeSource: volumeName volumeNamespace fsType readOnly secretRef:ObjectReference
Subject: kind! apiGroup name! namespace
SuccessPolicy: rules!:SuccessPolicyRule
SuccessPolicyRule: succeededIndexes succeededCount
Sysctl: name! value!
TCPSocketAction: port! host
Taint: key! value effect! timeAdded
TopologyConstraint: key!
TopologySelectorLabelRequirement: key! values!
TopologySelectorTerm: matchLabelExpressions:TopologySelectorLabelRequirement
VolumeDevice: name! devicePath!
VolumeHealthCondition: status! reason! message
VolumeHealthStatus: healthConditions:VolumeHealthCondition lastTransitionTime
VolumeMountStatus: name! mountPath! readOnly recursiveReadOnly volumeStatus:VolumeStatus
VolumeNodeAffinity: required:NodeSelector
VolumeProjection: secret:SecretProjection downwardAPI:DownwardAPIProjection configMap:ConfigMapProjection
  serviceAccountToken:ServiceAccountTokenProjection clusterTrustBundle:ClusterTrustBundleProjection
  podCertificate:PodCertificateProjection
VolumeResourceRequirements: limits requests claims:ResourceClaim
VolumeStatus: image:ImageVolumeStatus
VsphereVirtualDiskVolumeSource: volumePath! fsType storagePolicyName storagePolicyID
WindowsSecurityContextOptions: gmsaCredentialSpecName gmsaCredentialSpec runAsUserName hostProcess
WorkloadPodGroupDisruptionMode: single:WorkloadPodGroupSingleDisruptionMode
  all:WorkloadPodGroupAllDisruptionMode
WorkloadPodGroupGangSchedulingPolicy: minCount
WorkloadPodGroupResourceClaim: name! resourceClaimName resourceClaimTemplateName
WorkloadPodGroupSchedulingConstraints: topology:TopologyConstraint
WorkloadPodGroupSchedulingPolicy: basic:WorkloadPodGroupBasicSchedulingPolicy
  gang:WorkloadPodGroupGangSchedulingPolicy
`;
