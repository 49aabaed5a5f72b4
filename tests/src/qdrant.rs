//! A double of Qdrant on the wire: the services that its client generates, over maps. It holds what a store needs of the
//! real server as that was seen to answer, refuses what it does not know, and fails as it is told to.

mod auth;
mod filter;
mod formula;
mod line;

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use qdrant_client::qdrant::collections_server::{Collections, CollectionsServer};
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::points_selector::PointsSelectorOneOf;
use qdrant_client::qdrant::points_server::{Points, PointsServer};
use qdrant_client::qdrant::qdrant_server::{Qdrant, QdrantServer};
use qdrant_client::qdrant::vectors::VectorsOptions;
use qdrant_client::qdrant::vectors_config::Config as VectorsKind;
use qdrant_client::qdrant::{
    BatchResult, ChangeAliases, ClearPayloadPoints, CollectionClusterInfoRequest, CollectionClusterInfoResponse,
    CollectionConfig, CollectionDescription, CollectionExists, CollectionExistsRequest, CollectionExistsResponse,
    CollectionInfo, CollectionOperationResponse, CollectionParams, CountPoints, CountResponse, CountResult,
    CreateCollection, CreateFieldIndexCollection, CreateShardKeyRequest, CreateShardKeyResponse,
    CreateVectorNameRequest, DeleteCollection, DeleteFieldIndexCollection, DeletePayloadPoints, DeletePointVectors,
    DeletePoints, DeleteShardKeyRequest, DeleteShardKeyResponse, DeleteVectorNameRequest, DiscoverBatchPoints,
    DiscoverBatchResponse, DiscoverPoints, DiscoverResponse, FacetCounts, FacetResponse, Filter,
    GetCollectionInfoRequest, GetCollectionInfoResponse, GetPoints, GetResponse, HealthCheckReply, HealthCheckRequest,
    ListAliasesRequest, ListAliasesResponse, ListCollectionAliasesRequest, ListCollectionsRequest,
    ListCollectionsResponse, ListShardKeysRequest, ListShardKeysResponse, PayloadIndexParams, PayloadSchemaInfo,
    PointId, PointsOperationResponse, QueryBatchPoints, QueryBatchResponse, QueryGroupsResponse, QueryPointGroups,
    QueryPoints, QueryResponse, RecommendBatchPoints, RecommendBatchResponse, RecommendGroupsResponse,
    RecommendPointGroups, RecommendPoints, RecommendResponse, RetrievedPoint, ScoredPoint, ScrollPoints,
    ScrollResponse, SearchBatchPoints, SearchBatchResponse, SearchGroupsResponse, SearchMatrixOffsetsResponse,
    SearchMatrixPairsResponse, SearchMatrixPoints, SearchPointGroups, SearchPoints, SearchResponse, SetPayloadPoints,
    UpdateBatchPoints, UpdateBatchResponse, UpdateCollection, UpdateCollectionClusterSetupRequest,
    UpdateCollectionClusterSetupResponse, UpdatePointVectors, UpdateResult, UpsertPoints, Value, query, vector,
    vector_input,
};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use auth::Need;

pub use line::Line;

/// How it fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// It does not.
    #[default]
    None,
    /// Every call fails inside, as with a 500.
    Internal,
    /// One call fails inside.
    InternalOnce,
    /// Every call waits first.
    Slow(Duration),
    /// Every call is one too many; this many seconds of rest are asked for.
    Exhausted(u64),
    /// What is written is kept, and then the answer is lost, once.
    AnswerLost,
}

/// A point as it is kept.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Its payload.
    pub payload: HashMap<String, Value>,
    /// Its vector, if it has one.
    pub vector: Option<Vec<f32>>,
}

/// A collection as it is kept.
#[derive(Clone, Debug, Default)]
pub struct Kollection {
    /// How it was asked for.
    pub made: CreateCollection,
    /// Its indexes, by field.
    pub indexes: BTreeMap<String, CreateFieldIndexCollection>,
    /// Its points, by id.
    pub points: BTreeMap<String, Kept>,
}

/// What was asked.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A query.
    Query(Box<QueryPoints>),
    /// An upsert.
    Upsert(Box<UpsertPoints>),
    /// Anything else, by name.
    Other(&'static str),
}

#[derive(Debug, Default)]
struct State {
    collections: BTreeMap<String, Kollection>,
    asked: Vec<Asked>,
    fault: Fault,
    key: Option<String>,
    now: u64,
}

/// The server.
#[derive(Clone, Debug, Default)]
pub struct Double(Arc<Mutex<State>>);

impl Double {
    /// Starts one on a port of its own; it ends with the runtime. With a key, who asks needs it or a token that it signed.
    pub async fn start(key: Option<&str>, now: u64) -> (Self, String) {
        let double = Self::default();
        {
            let mut state = double.state();
            state.key = key.map(str::to_owned);
            state.now = now;
        }
        let address = double.serve(SocketAddr::from(([127, 0, 0, 1], 0))).await;
        (double, format!("http://{address}"))
    }

    /// Answers at this address too.
    ///
    /// # Panics
    /// If the port cannot be had.
    pub async fn serve(&self, address: SocketAddr) -> SocketAddr {
        let listener = TcpListener::bind(address).await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let server = tonic::transport::Server::builder()
            .add_service(PointsServer::new(self.clone()))
            .add_service(CollectionsServer::new(self.clone()))
            .add_service(QdrantServer::new(self.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(server);
        address
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails from now on, or no longer.
    pub fn fail(&self, fault: Fault) {
        self.state().fault = fault;
    }

    /// What was asked since the last time this was asked.
    pub fn take_asked(&self) -> Vec<Asked> {
        std::mem::take(&mut self.state().asked)
    }

    /// A collection as it is.
    pub fn collection(&self, name: &str) -> Option<Kollection> {
        self.state().collections.get(name).cloned()
    }

    /// The names of all collections.
    pub fn names(&self) -> Vec<String> {
        self.state().collections.keys().cloned().collect()
    }

    /// Changes a collection behind the back of whoever uses it.
    pub fn tamper(&self, name: &str, change: impl FnOnce(&mut Kollection)) {
        if let Some(collection) = self.state().collections.get_mut(name) {
            change(collection);
        }
    }

    /// Loses a collection.
    pub fn lose(&self, name: &str) {
        self.state().collections.remove(name);
    }

    /// Lets a call in: it may need something, and it may fail.
    async fn enter<T>(&self, request: &Request<T>, asked: Asked, need: Need<'_>) -> Result<(), Status> {
        let fault = {
            let mut state = self.state();
            state.asked.push(asked);
            auth::check(state.key.as_deref(), state.now, request.metadata(), need)?;
            let fault = state.fault.clone();
            if fault == Fault::InternalOnce {
                state.fault = Fault::None;
            }
            fault
        };
        match fault {
            Fault::None | Fault::AnswerLost => Ok(()),
            Fault::Internal | Fault::InternalOnce => {
                Err(Status::internal("Service internal error: canary-of-the-server"))
            }
            Fault::Slow(time) => {
                tokio::time::sleep(time).await;
                Ok(())
            }
            Fault::Exhausted(seconds) => {
                let mut status = Status::resource_exhausted("too many requests");
                let seconds = seconds.to_string().parse().expect("a number is a header");
                status.metadata_mut().insert("retry-after", seconds);
                Err(status)
            }
        }
    }

    fn with<T>(&self, name: &str, work: impl FnOnce(&mut Kollection) -> Result<T, Status>) -> Result<T, Status> {
        let mut state = self.state();
        let collection = state.collections.get_mut(name);
        work(collection.ok_or_else(|| Status::not_found(format!("Not found: Collection `{name}` doesn't exist!")))?)
    }

    /// A change was made: the answer, or its loss.
    fn written(&self) -> Result<Response<PointsOperationResponse>, Status> {
        let mut state = self.state();
        if state.fault == Fault::AnswerLost {
            state.fault = Fault::None;
            return Err(Status::unavailable("connection reset"));
        }
        Ok(Response::new(PointsOperationResponse {
            result: Some(UpdateResult::default()),
            ..PointsOperationResponse::default()
        }))
    }
}

/// Answers that nobody asks for here.
macro_rules! not_here {
    ($($name:ident: $request:ty => $response:ty;)*) => {$(
        fn $name<'life0, 'async_trait>(
            &'life0 self,
            _: Request<$request>,
        ) -> Pin<Box<dyn Future<Output = Result<Response<$response>, Status>> + Send + 'async_trait>>
        where
            'life0: 'async_trait,
            Self: 'async_trait,
        {
            Box::pin(std::future::ready(Err(Status::unimplemented(concat!(stringify!($name), " is not here")))))
        }
    )*};
}

#[tonic::async_trait]
impl Points for Double {
    async fn upsert(&self, request: Request<UpsertPoints>) -> Result<Response<PointsOperationResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        let asked = Asked::Upsert(Box::new(request.get_ref().clone()));
        self.enter(&request, asked, Need::WritePoints(&name)).await?;
        let points = request.into_inner().points;
        self.with(&name, |collection| {
            let size = size(&collection.made);
            let mut kept = Vec::new();
            for point in points {
                let id = id(point.id.as_ref())?;
                let vector = match point.vectors.and_then(|vectors| vectors.vectors_options) {
                    Some(VectorsOptions::Vector(vector)) => Some(dense(vector)?),
                    Some(VectorsOptions::Vectors(named)) if named.vectors.is_empty() => None,
                    _ => return Err(Status::invalid_argument("Expected some vectors")),
                };
                if let Some(vector) = &vector
                    && vector.len() as u64 != size
                {
                    return Err(Status::invalid_argument("Wrong input: Vector dimension error"));
                }
                let payload = point.payload;
                kept.push((id, Kept { payload, vector }));
            }
            collection.points.extend(kept);
            Ok(())
        })?;
        self.written()
    }

    async fn delete(&self, request: Request<DeletePoints>) -> Result<Response<PointsOperationResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        self.enter(&request, Asked::Other("delete"), Need::WritePoints(&name))
            .await?;
        let which = request
            .into_inner()
            .points
            .and_then(|points| points.points_selector_one_of);
        self.with(&name, |collection| match which {
            Some(PointsSelectorOneOf::Points(ids)) => {
                for one in &ids.ids {
                    collection.points.remove(&id(Some(one))?);
                }
                Ok(())
            }
            Some(PointsSelectorOneOf::Filter(filter)) => {
                let gone = matching(collection, Some(&filter))?;
                for id in gone {
                    collection.points.remove(&id);
                }
                Ok(())
            }
            None => Err(Status::invalid_argument("PointSelector is missing")),
        })?;
        self.written()
    }

    async fn get(&self, request: Request<GetPoints>) -> Result<Response<GetResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        self.enter(&request, Asked::Other("get"), Need::Read(&name)).await?;
        let ids = request.into_inner().ids;
        let result = self.with(&name, |collection| {
            let mut found = Vec::new();
            for one in &ids {
                let id = id(Some(one))?;
                found.extend(collection.points.get(&id).map(|kept| retrieved(&id, kept)));
            }
            Ok(found)
        })?;
        Ok(Response::new(GetResponse {
            result,
            ..GetResponse::default()
        }))
    }

    async fn create_field_index(
        &self,
        request: Request<CreateFieldIndexCollection>,
    ) -> Result<Response<PointsOperationResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        let need = Need::WriteCollection(&name);
        self.enter(&request, Asked::Other("create_field_index"), need).await?;
        let index = request.into_inner();
        self.with(&name, |collection| {
            collection.indexes.insert(index.field_name.clone(), index);
            Ok(())
        })?;
        self.written()
    }

    async fn scroll(&self, request: Request<ScrollPoints>) -> Result<Response<ScrollResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        self.enter(&request, Asked::Other("scroll"), Need::Read(&name)).await?;
        let request = request.into_inner();
        let from = request.offset.as_ref().map(|offset| id(Some(offset))).transpose()?;
        let limit = request.limit.unwrap_or(10) as usize;
        self.with(&name, |collection| {
            let mut ids = matching(collection, request.filter.as_ref())?;
            ids.retain(|id| from.as_ref().is_none_or(|from| from <= id));
            let next = ids.get(limit).map(|id| PointId::from(id.as_str()));
            let page = ids.iter().take(limit);
            let result = page.filter_map(|id| Some(retrieved(id, collection.points.get(id)?)));
            Ok(Response::new(ScrollResponse {
                result: result.collect(),
                next_page_offset: next,
                ..ScrollResponse::default()
            }))
        })
    }

    async fn count(&self, request: Request<CountPoints>) -> Result<Response<CountResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        self.enter(&request, Asked::Other("count"), Need::Read(&name)).await?;
        let filter = request.into_inner().filter;
        self.with(&name, |collection| {
            let count = matching(collection, filter.as_ref())?.len() as u64;
            Ok(Response::new(CountResponse {
                result: Some(CountResult { count }),
                ..CountResponse::default()
            }))
        })
    }

    async fn query(&self, request: Request<QueryPoints>) -> Result<Response<QueryResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        let asked = Asked::Query(Box::new(request.get_ref().clone()));
        self.enter(&request, asked, Need::Read(&name)).await?;
        let result = self.with(&name, |collection| answer(collection, request.get_ref()))?;
        Ok(Response::new(QueryResponse {
            result,
            ..QueryResponse::default()
        }))
    }

    async fn query_batch(&self, request: Request<QueryBatchPoints>) -> Result<Response<QueryBatchResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        self.enter(&request, Asked::Other("query_batch"), Need::Read(&name))
            .await?;
        let queries = request.into_inner().query_points;
        let mut asked = queries
            .iter()
            .map(|query| Asked::Query(Box::new(query.clone())))
            .collect();
        self.state().asked.append(&mut asked);
        let result = self.with(&name, |collection| {
            let batch = |query| answer(collection, query).map(|result| BatchResult { result });
            queries.iter().map(batch).collect::<Result<_, _>>()
        })?;
        Ok(Response::new(QueryBatchResponse {
            result,
            ..QueryBatchResponse::default()
        }))
    }

    not_here! {
        update_vectors: UpdatePointVectors => PointsOperationResponse;
        delete_vectors: DeletePointVectors => PointsOperationResponse;
        set_payload: SetPayloadPoints => PointsOperationResponse;
        overwrite_payload: SetPayloadPoints => PointsOperationResponse;
        delete_payload: DeletePayloadPoints => PointsOperationResponse;
        clear_payload: ClearPayloadPoints => PointsOperationResponse;
        delete_field_index: DeleteFieldIndexCollection => PointsOperationResponse;
        create_vector_name: CreateVectorNameRequest => PointsOperationResponse;
        delete_vector_name: DeleteVectorNameRequest => PointsOperationResponse;
        search: SearchPoints => SearchResponse;
        search_batch: SearchBatchPoints => SearchBatchResponse;
        search_groups: SearchPointGroups => SearchGroupsResponse;
        recommend: RecommendPoints => RecommendResponse;
        recommend_batch: RecommendBatchPoints => RecommendBatchResponse;
        recommend_groups: RecommendPointGroups => RecommendGroupsResponse;
        discover: DiscoverPoints => DiscoverResponse;
        discover_batch: DiscoverBatchPoints => DiscoverBatchResponse;
        update_batch: UpdateBatchPoints => UpdateBatchResponse;
        query_groups: QueryPointGroups => QueryGroupsResponse;
        facet: FacetCounts => FacetResponse;
        search_matrix_pairs: SearchMatrixPoints => SearchMatrixPairsResponse;
        search_matrix_offsets: SearchMatrixPoints => SearchMatrixOffsetsResponse;
    }
}

#[tonic::async_trait]
impl Collections for Double {
    async fn get(
        &self,
        request: Request<GetCollectionInfoRequest>,
    ) -> Result<Response<GetCollectionInfoResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        self.enter(&request, Asked::Other("info"), Need::Read(&name)).await?;
        self.with(&name, |collection| {
            let params = CollectionParams {
                vectors_config: collection.made.vectors_config.clone(),
                ..CollectionParams::default()
            };
            let schema = |(field, index): (&String, &CreateFieldIndexCollection)| {
                let info = PayloadSchemaInfo {
                    params: index.field_index_params.clone().or(Some(PayloadIndexParams::default())),
                    ..PayloadSchemaInfo::default()
                };
                (field.clone(), info)
            };
            Ok(Response::new(GetCollectionInfoResponse {
                result: Some(CollectionInfo {
                    config: Some(CollectionConfig {
                        params: Some(params),
                        hnsw_config: collection.made.hnsw_config,
                        ..CollectionConfig::default()
                    }),
                    payload_schema: collection.indexes.iter().map(schema).collect(),
                    ..CollectionInfo::default()
                }),
                ..GetCollectionInfoResponse::default()
            }))
        })
    }

    async fn list(
        &self,
        request: Request<ListCollectionsRequest>,
    ) -> Result<Response<ListCollectionsResponse>, Status> {
        self.enter(&request, Asked::Other("list"), Need::Nothing).await?;
        let description = |name: String| CollectionDescription { name };
        Ok(Response::new(ListCollectionsResponse {
            collections: self.names().into_iter().map(description).collect(),
            ..ListCollectionsResponse::default()
        }))
    }

    async fn create(
        &self,
        request: Request<CreateCollection>,
    ) -> Result<Response<CollectionOperationResponse>, Status> {
        self.enter(&request, Asked::Other("create"), Need::Everything).await?;
        let made = request.into_inner();
        let mut state = self.state();
        if state.collections.contains_key(&made.collection_name) {
            let name = &made.collection_name;
            return Err(Status::invalid_argument(format!(
                "Wrong input: Collection `{name}` already exists!"
            )));
        }
        let collection = Kollection {
            made: made.clone(),
            ..Kollection::default()
        };
        state.collections.insert(made.collection_name, collection);
        Ok(Response::new(CollectionOperationResponse {
            result: true,
            ..CollectionOperationResponse::default()
        }))
    }

    async fn delete(
        &self,
        request: Request<DeleteCollection>,
    ) -> Result<Response<CollectionOperationResponse>, Status> {
        self.enter(&request, Asked::Other("drop"), Need::Everything).await?;
        let gone = self.state().collections.remove(&request.get_ref().collection_name);
        Ok(Response::new(CollectionOperationResponse {
            result: gone.is_some(),
            ..CollectionOperationResponse::default()
        }))
    }

    async fn collection_exists(
        &self,
        request: Request<CollectionExistsRequest>,
    ) -> Result<Response<CollectionExistsResponse>, Status> {
        let name = request.get_ref().collection_name.clone();
        self.enter(&request, Asked::Other("exists"), Need::Read(&name)).await?;
        let exists = self.state().collections.contains_key(&name);
        Ok(Response::new(CollectionExistsResponse {
            result: Some(CollectionExists { exists }),
            ..CollectionExistsResponse::default()
        }))
    }

    not_here! {
        update: UpdateCollection => CollectionOperationResponse;
        update_aliases: ChangeAliases => CollectionOperationResponse;
        list_collection_aliases: ListCollectionAliasesRequest => ListAliasesResponse;
        list_aliases: ListAliasesRequest => ListAliasesResponse;
        collection_cluster_info: CollectionClusterInfoRequest => CollectionClusterInfoResponse;
        update_collection_cluster_setup: UpdateCollectionClusterSetupRequest => UpdateCollectionClusterSetupResponse;
        create_shard_key: CreateShardKeyRequest => CreateShardKeyResponse;
        delete_shard_key: DeleteShardKeyRequest => DeleteShardKeyResponse;
        list_shard_keys: ListShardKeysRequest => ListShardKeysResponse;
    }
}

#[tonic::async_trait]
impl Qdrant for Double {
    /// It needs no key, so it proves none.
    async fn health_check(&self, _: Request<HealthCheckRequest>) -> Result<Response<HealthCheckReply>, Status> {
        Ok(Response::new(HealthCheckReply::default()))
    }
}

fn size(made: &CreateCollection) -> u64 {
    match made.vectors_config.as_ref().and_then(|config| config.config.as_ref()) {
        Some(VectorsKind::Params(params)) => params.size,
        _ => 0,
    }
}

fn id(id: Option<&PointId>) -> Result<String, Status> {
    match id.and_then(|id| id.point_id_options.as_ref()) {
        Some(PointIdOptions::Uuid(id)) if id.len() == 36 => Ok(id.to_ascii_lowercase()),
        Some(PointIdOptions::Num(id)) => Ok(format!("{id:036}")),
        _ => Err(Status::invalid_argument("Unable to parse UUID")),
    }
}

#[expect(deprecated, reason = "the client still writes vectors of numbers there")]
fn dense(vector: qdrant_client::qdrant::Vector) -> Result<Vec<f32>, Status> {
    match vector.vector {
        None => Ok(vector.data),
        Some(vector::Vector::Dense(dense)) => Ok(dense.data),
        Some(vector::Vector::Document(_)) => Err(no_inference()),
        Some(_) => Err(Status::invalid_argument("only dense vectors are here")),
    }
}

/// As a server without an inference service says it.
fn no_inference() -> Status {
    Status::internal("Service internal error: InferenceService URL not configured - please provide valid address")
}

fn matching(collection: &Kollection, filter: Option<&Filter>) -> Result<Vec<String>, Status> {
    let mut ids = Vec::new();
    for (id, kept) in &collection.points {
        if filter::passes(filter, id, &kept.payload)? {
            ids.push(id.clone());
        }
    }
    Ok(ids)
}

fn retrieved(id: &str, kept: &Kept) -> RetrievedPoint {
    RetrievedPoint {
        id: Some(PointId::from(id)),
        payload: kept.payload.clone(),
        ..RetrievedPoint::default()
    }
}

/// Answers a query: the nearest of a vector, or a formula over one prefetch of such.
fn answer(collection: &Kollection, asked: &QueryPoints) -> Result<Vec<ScoredPoint>, Status> {
    let limit = usize::try_from(asked.limit.unwrap_or(10)).unwrap_or(usize::MAX);
    let mut found = match asked.query.as_ref().and_then(|query| query.variant.as_ref()) {
        Some(query::Variant::Nearest(input)) => nearest(collection, input, asked.filter.as_ref())?,
        Some(query::Variant::Formula(formula)) => {
            let [prefetch] = asked.prefetch.as_slice() else {
                return Err(Status::invalid_argument("Formula query requires at least one prefetch"));
            };
            let Some(query::Variant::Nearest(input)) = prefetch.query.as_ref().and_then(|query| query.variant.as_ref())
            else {
                return Err(Status::unimplemented("a prefetch is of the nearest here"));
            };
            let mut before = nearest(collection, input, prefetch.filter.as_ref())?;
            before.truncate(usize::try_from(prefetch.limit.unwrap_or(10)).unwrap_or(usize::MAX));
            let mut scored = Vec::new();
            for (id, score) in before {
                let payload = &collection.points[&id].payload;
                if filter::passes(asked.filter.as_ref(), &id, payload)? {
                    scored.push((id, formula::score(formula, score, payload)?));
                }
            }
            scored
        }
        _ => return Err(Status::unimplemented("queries are of the nearest, or formulas here")),
    };
    found.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    found.truncate(limit);
    let with_payload = asked.with_payload.is_some();
    let scored = |(id, score): (String, f32)| ScoredPoint {
        id: Some(PointId::from(id.as_str())),
        payload: if with_payload {
            collection.points[&id].payload.clone()
        } else {
            HashMap::new()
        },
        score,
        ..ScoredPoint::default()
    };
    Ok(found.into_iter().map(scored).collect())
}

fn nearest(
    collection: &Kollection,
    input: &qdrant_client::qdrant::VectorInput,
    filter: Option<&Filter>,
) -> Result<Vec<(String, f32)>, Status> {
    let vector = match &input.variant {
        Some(vector_input::Variant::Dense(dense)) => &dense.data,
        Some(vector_input::Variant::Document(_)) => return Err(no_inference()),
        _ => return Err(Status::unimplemented("only dense vectors are here")),
    };
    if vector.len() as u64 != size(&collection.made) {
        return Err(Status::invalid_argument("Wrong input: Vector dimension error"));
    }
    let mut found = Vec::new();
    for id in matching(collection, filter)? {
        if let Some(theirs) = &collection.points[&id].vector {
            let score = cosine(vector, theirs);
            found.push((id, score));
        }
    }
    found.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    Ok(found)
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let dot: f32 = one.iter().zip(other).map(|(a, b)| a * b).sum();
    let norm = |vector: &[f32]| vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    dot / (norm(one) * norm(other)).max(f32::MIN_POSITIVE)
}
