//! Logs, metrics and, behind a feature, traces.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::filter::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::config::LogFormat;

/// Bounds of the call-time histogram, in seconds.
const SECONDS: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 25.0];

/// Sends log lines to standard error, which leaves standard output to answers and to the protocol.
///
/// The second call in one process does nothing.
pub fn start_logs(level: &str, format: LogFormat) {
    let filter = EnvFilter::try_new(level).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = match format {
        LogFormat::Text => {
            fmt::layer().with_writer(io::stderr).with_ansi(io::IsTerminal::is_terminal(&io::stderr())).boxed()
        }
        LogFormat::Json => fmt::layer().json().flatten_event(true).with_writer(io::stderr).boxed(),
    };
    let layers = tracing_subscriber::registry().with(filter).with(lines);
    #[cfg(feature = "opentelemetry")]
    let layers = layers.with(traces::layer());
    // Tests start several servers in one process; the first one's logs serve all.
    let _ = layers.try_init();
}

/// Sends panics to the log with their place, instead of a backtrace to standard error: walking the stack takes
/// longer than answering the call.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a panic was caught");
    }));
}

/// The metrics of this process; counting starts with the first call.
pub fn metrics() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let start = || PrometheusBuilder::new().set_buckets(SECONDS).ok()?.install_recorder().ok();
    HANDLE.get_or_init(start).as_ref()
}

/// Keeps the metrics' memory bounded while the server runs.
pub(crate) async fn tend_metrics() {
    let mut every = tokio::time::interval(Duration::from_secs(5));
    loop {
        every.tick().await;
        if let Some(metrics) = metrics() {
            metrics.run_upkeep();
        }
    }
}

/// Sends out what is still waiting to be sent, at the end of a program.
pub fn finish() {
    #[cfg(feature = "opentelemetry")]
    traces::finish();
}

/// Makes a span part of the trace that a request belongs to.
#[cfg(feature = "opentelemetry")]
pub(crate) fn join(span: &tracing::Span, trace: &belay_core::request::Trace) {
    traces::join(span, trace);
}

#[cfg(feature = "opentelemetry")]
mod traces {
    use std::sync::OnceLock;

    use belay_core::request::Trace;
    use opentelemetry::Context;
    use opentelemetry::trace::{
        SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState, TracerProvider,
    };
    use opentelemetry_otlp::SpanExporter;
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::{SdkTracerProvider, Tracer};
    use tracing::Subscriber;
    use tracing_opentelemetry::{OpenTelemetryLayer, OpenTelemetrySpanExt};
    use tracing_subscriber::registry::LookupSpan;

    static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

    /// Spans go to the collector that the standard `OTEL_EXPORTER_OTLP_*` variables name.
    pub(super) fn layer<S: Subscriber + for<'a> LookupSpan<'a>>() -> Option<OpenTelemetryLayer<S, Tracer>> {
        let exporter = SpanExporter::builder().with_http().build().ok()?;
        let resource = Resource::builder().with_service_name("belay").build();
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        let tracer = PROVIDER.get_or_init(|| provider).tracer("belay");
        Some(tracing_opentelemetry::layer().with_tracer(tracer))
    }

    pub(super) fn join(span: &tracing::Span, trace: &Trace) {
        let (Ok(id), Ok(parent)) = (TraceId::from_hex(&trace.id), SpanId::from_hex(&trace.parent)) else {
            return;
        };
        let flags = if trace.sampled { TraceFlags::SAMPLED } else { TraceFlags::default() };
        let theirs = SpanContext::new(id, parent, flags, true, TraceState::default());
        // Where spans are not collected there is nothing to join.
        let _ = span.set_parent(Context::new().with_remote_span_context(theirs));
    }

    pub(super) fn finish() {
        if let Some(Err(error)) = PROVIDER.get().map(SdkTracerProvider::shutdown) {
            tracing::warn!(%error, "the last spans were not sent");
        }
    }
}
